internal import PaywallCatalog

extension ValidationRule {
  /// A variant must not show the same as control.
  static let sameVariants = ValidationRule { draft, sink in
    for experiment in draft.experiments where experiment.value.status != .archived {
      guard let control = experiment.value.variant(named: Experiment.control) else { continue }
      for variant in experiment.variants where variant.value.name != Experiment.control {
        let isSame = experiment.value.placements.allSatisfy {
          variant.value.show(at: $0) == control.show(at: $0)
        }
        guard isSame else { continue }
        sink.warning(
          .sameVariants, at: variant.places[.paywall],
          "'\(variant.value.name)' shows the same as control",
          help: "name the paywall to test; for an A/A test this is fine")
      }
    }
  }
}
