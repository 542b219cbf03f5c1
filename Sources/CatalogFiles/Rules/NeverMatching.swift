internal import PaywallCatalog

extension ValidationRule {
  /// An audience that can never match is a mistake, also if it is used inline.
  static let neverMatching = ValidationRule { draft, sink in
    var satisfiability = Satisfiability(draft)
    func warn(_ what: String, _ condition: Condition?, at place: Place) {
      guard let reason = condition.flatMap({ satisfiability.contradiction(in: $0) }) else { return }
      sink.warning(
        .neverMatches, at: place, "\(what) can never match: \(reason)",
        help: "take out one of the tests that contradict each other")
    }
    for audience in draft.audiences {
      warn("this audience", audience.value.condition, at: audience.name)
    }
    for offer in draft.offers {
      warn("the audience of this offer", offer.value.audience, at: offer.places[.audience])
    }
    for placement in draft.placements {
      for (rule, places) in zip(placement.value.rules, placement.rules) {
        warn("the audience of this rule", rule.audience, at: places[.audience])
      }
    }
    for experiment in draft.experiments where experiment.value.status != .archived {
      warn(
        "the audience of this experiment", experiment.value.audience,
        at: experiment.places[.audience])
    }
  }
}
