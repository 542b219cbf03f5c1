internal import PaywallCatalog
internal import YAMLText

enum ExpectationKey: String, FileKey { case show, reason, experiment, variant }

/// The reasons that a persona can expect: it sends no preview token, and names known placements.
enum ExpectedReason: String, CaseIterable { case experiment, winner, rule, `default` }

/// The expectation of a persona at one placement.
struct DeclaredExpectation {
  var placement: String
  var value: Persona.Expectation
  /// `nil` if only the paywall is written.
  var places: Places<ExpectationKey>?
}

extension NodeDecoder where Value == [DeclaredExpectation] {
  static var expectations: NodeDecoder {
    NodeDecoder(in: { folder in
      let outcome = NodeDecoder<DeclaredExpectation>.expectation(EntityName(text: ""))
      return .placements(folder, outcome.schema(folder).described("The expected result here."))
    }) { node, context in
      guard let entries = node.entries else {
        return context.refuse(
          .wrongType, at: node.range,
          "expected a mapping of placements to what they show, found \(node.kind)",
          help: "write 'expect: { PLACEMENT: PAYWALL }'")
      }
      return entries.compactMap { entry in
        context.use(.placement, entry.key, at: entry.keyRange)
        return NodeDecoder<DeclaredExpectation>.expectation(
          EntityName(text: entry.key, range: entry.keyRange)
        ).decode(entry.value, context)
      }
    }
  }
}

extension NodeDecoder where Value == DeclaredExpectation {
  /// A paywall, or more of the answer.
  fileprivate static func expectation(_ placement: EntityName) -> NodeDecoder {
    let show = NodeDecoder<Show>.show.map {
      DeclaredExpectation(placement: placement.text, value: Persona.Expectation(show: $0))
    }
    return .alone(
      show,
      or: .mapping("an expectation", named: placement.range, rules: rules) {
        DeclaredExpectation(placement.text, $0)
      })
  }

  private static func rules(_ schema: JSONSchema) -> JSONSchema {
    schema.with("minProperties", .integer(1)).holding([
      .rule(if: .needs([ExpectationKey.variant]), then: .needs([ExpectationKey.experiment]))
    ])
  }
}

extension DeclaredExpectation {
  fileprivate init(_ placement: String, _ keys: MappingReader<ExpectationKey>) {
    self.placement = placement
    let reason: ExpectedReason? = keys.optional(.reason, .choice, "Why they see it.")
    value = Persona.Expectation(
      show: keys.optional(.show, .show, "The paywall, or nothing."), reason: reason?.rawValue,
      experiment: keys.optional(
        .experiment, .reference(.experiment), "The experiment that they are in."),
      variant: keys.optional(
        .variant, .text.shown(as: .ref("name")), "The variant that they get."))
    places = keys.places
    if keys.isEmpty {
      keys.context.error(
        .invalidValue, at: keys.places.whole, "this expects nothing",
        help: "name the paywall, or 'nothing'")
    }
    if keys.has(.variant), !keys.has(.experiment) {
      keys.refuse(
        [.variant], because: "is one of an experiment, and none is named",
        help: "add 'experiment: …' beside it")
    }
  }
}
