internal import PaywallCatalog
internal import YAMLText

enum VariantKey: String, FileKey { case share, paywall }

typealias DeclaredVariant = Declared<Variant, VariantKey>

extension DeclaredVariant {
  /// The variants of an experiment, in the order of the file; `nil` if one of them has mistakes.
  static func all(
    _ experiment: MappingReader<ExperimentKey>, in status: ExperimentStatus?
  ) -> [DeclaredVariant]? {
    let variants = experiment.named(
      .variants, "variants", "The variants to compare; their shares sum to 100%.",
      help: "write 'variants:' with 'control: { share: 50%, paywall: … }' and another",
      rules: withControl, of: variant)
    guard variants.isWhole, let node = experiment.node(.variants), node.entries != nil else {
      return nil
    }
    check(
      variants.values, in: status, experiment.context,
      at: experiment.places.range(ofKey: .variants) ?? node.range)
    return variants.values
  }

  private static func variant(_ name: EntityName) -> NodeDecoder<DeclaredVariant> {
    .mapping("a variant", named: name.range) { (keys: MappingReader<VariantKey>) in
      let share = keys.required(
        .share, .share, "Its share of participants, like 50%.",
        help: "write its share, like 'share: 50%'; all together are 100%")
      let shows = keys.required(
        .paywall, .shows, "The paywall that it shows, or one for each placement.",
        help: "name the paywall to show, or write 'paywall: nothing'")
      guard let share, let shows else { return nil }
      return DeclaredVariant(Variant(name: name.text, share: share, shows: shows), keys.places)
    }
  }

  private static func withControl(_ map: JSONSchema, _ variant: JSONSchema) -> JSONSchema {
    let control = variant.described("The variant that the others are compared with.")
    return map.with(
      "properties", .object([Content.Member(Experiment.control, control.content)])
    ).with("required", .texts([Experiment.control])).with("minProperties", .integer(2))
  }

  private static func check(
    _ variants: [DeclaredVariant], in status: ExperimentStatus?, _ context: DecodingContext,
    at range: SourceRange
  ) {
    let names = variants.map(\.value.name)
    if !names.contains(Experiment.control) {
      let near = Nearest.match(for: Experiment.control, among: names)
      context.error(
        .missingKey, at: range, "no variant is named 'control'",
        help: near.map { "did you mean 'control' where '\($0)' stands?" }
          ?? "name the variant that the others are compared with 'control'")
    }
    if variants.count == 1 {
      context.error(
        .shares, at: range, "one variant compares with nothing", help: "add a second variant")
    }
    let sum = variants.reduce(0) { $0 + $1.value.share.value }
    guard sum != BasisPoints.all.value, !variants.isEmpty else { return }
    let written =
      "\(sum / 100)" + (sum % 100 == 0 ? "" : ".\(sum % 100 < 10 ? "0" : "")\(sum % 100)")
    context.error(
      .shares, at: range, "the shares sum to \(written)%",
      help: status == .running || status == .paused
        ? "it is \(status?.rawValue ?? ""), so its shares are frozen: put back those "
          + "that sum to 100%, or see 'paywall experiment restart --help'"
        : "change them so that they sum to 100%; 'traffic' is for enrolling fewer")
  }
}

extension NodeDecoder where Value == Variant.Shows {
  /// Decodes what a variant shows: one paywall everywhere, or one per placement.
  fileprivate static var shows: NodeDecoder {
    NodeDecoder(in: {
      .anyOf([
        .ref("show"), .placements($0, .ref("show").described("The paywall that it shows here.")),
      ])
    }) { node, context in
      guard let entries = node.entries else {
        return NodeDecoder<Show>.show.decode(node, context).map { .everywhere($0) }
      }
      var shows: [String: Show] = [:]
      for entry in entries {
        context.use(.placement, entry.key, at: entry.keyRange)
        shows[entry.key] = NodeDecoder<Show>.show.decode(entry.value, context)
      }
      return shows.count == entries.count ? .perPlacement(shows) : nil
    }
  }
}

extension JSONSchema {
  /// A mapping of the placements of a folder.
  static func placements(_ folder: Folder, _ value: JSONSchema) -> JSONSchema {
    let placements = folder.names(of: .placement) ?? []
    return .object(placements.map { ($0, value) }, isOpen: placements.isEmpty)
  }
}
