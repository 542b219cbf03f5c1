internal import PaywallCatalog
internal import YAMLText

enum ExpectationKey: String, FileKey { case show, reason, experiment, variant }

/// The reasons that a persona can expect: it sends no preview token, and names known placements.
enum ExpectedReason: String, CaseIterable { case experiment, winner, rule, `default` }

/// What a persona expects at one placement.
struct DeclaredExpectation {
  var placement: String
  var value: Persona.Expectation
  /// `nil` if only the paywall is written.
  var places: Places<ExpectationKey>?
}

extension DeclaredExpectation {
  static func all(_ persona: MappingReader<PersonaKey>) -> [DeclaredExpectation] {
    guard let node = persona.node(.expect) else { return [] }
    guard let entries = node.entries else {
      persona.context.error(
        .wrongType, at: node.range,
        "expected a mapping of placements to what they show, found \(node.kind)",
        help: "write 'expect: { PLACEMENT: PAYWALL }'")
      return []
    }
    return entries.compactMap { entry in
      persona.context.use(.placement, entry.key, at: entry.keyRange)
      return DeclaredExpectation(entry, persona.context)
    }
  }

  private init?(_ entry: Node.Entry, _ context: DecodingContext) {
    placement = entry.key
    guard entry.value.entries != nil else {
      guard let show = NodeDecoder<Show>.show.decode(entry.value, context) else { return nil }
      value = Persona.Expectation(show: show)
      return
    }
    guard
      let keys = MappingReader<ExpectationKey>(
        entry.value, context, as: "an expectation", named: entry.keyRange)
    else { return nil }
    let reason: ExpectedReason? = keys.optional(.reason, .choice)
    value = Persona.Expectation(
      show: keys.optional(.show, .show), reason: reason?.rawValue,
      experiment: keys.optional(.experiment, .reference(.experiment)),
      variant: keys.optional(.variant, .text))
    places = keys.places
    if entry.value.entries?.isEmpty == true {
      context.error(
        .invalidValue, at: entry.value.range, "this expects nothing",
        help: "name the paywall, or 'nothing'")
    }
    if keys.has(.variant), !keys.has(.experiment) {
      keys.refuse(
        [.variant], because: "is one of an experiment, and none is named",
        help: "add 'experiment: …' beside it")
    }
  }
}
