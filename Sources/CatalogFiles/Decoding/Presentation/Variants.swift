internal import PaywallCatalog
internal import YAMLText

enum VariantKey: String, FileKey { case share, paywall }

typealias DeclaredVariant = Declared<Variant, VariantKey>

extension DeclaredVariant {
  /// The variants of an experiment, in the order of the file; `nil` if one of them has mistakes.
  static func all(_ experiment: MappingReader<ExperimentKey>) -> [DeclaredVariant]? {
    guard let node = experiment.node(.variants) else {
      experiment.reportMissing(
        .variants, help: "write 'variants:' with 'control: { share: 50%, paywall: … }' and another")
      return nil
    }
    let entries = experiment.members(.variants, what: "variants")
    let variants = entries.compactMap { DeclaredVariant($0, experiment.context) }
    guard variants.count == entries.count, node.entries != nil else { return nil }
    check(variants, experiment.context, at: experiment.places.range(ofKey: .variants) ?? node.range)
    return variants
  }

  private init?(_ entry: NamedNode, _ context: DecodingContext) {
    guard
      let keys = MappingReader<VariantKey>(entry.node, context, as: "a variant", named: entry.range)
    else { return nil }
    let share = keys.required(
      .share, .share, help: "write its share, like 'share: 50%'; all together are 100%")
    let shows = keys.required(
      .paywall, .shows, help: "name the paywall to show, or write 'paywall: nothing'")
    guard let share, let shows else { return nil }
    self.init(Variant(name: entry.name, share: share, shows: shows), keys.places)
  }

  private static func check(
    _ variants: [DeclaredVariant], _ context: DecodingContext, at range: SourceRange
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
      help: "change them so that they sum to 100%; 'traffic' is for enrolling fewer")
  }
}

extension NodeDecoder where Value == Variant.Shows {
  /// What a variant shows: one paywall everywhere, or one per placement.
  fileprivate static var shows: NodeDecoder {
    NodeDecoder { node, context in
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
