internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// An experiment that a persona expects is at that placement and has that variant.
  static let personaExpectations = ValidationRule { draft, sink in
    let experiments = Dictionary(
      draft.experiments.map { ($0.value.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    for expectation in draft.personas.flatMap(\.expectations) {
      guard let places = expectation.places,
        let experiment = expectation.value.experiment.flatMap({ experiments[$0] })
      else { continue }
      if draft.knows(.placement, expectation.placement),
        !experiment.placements.contains(expectation.placement)
      {
        sink.error(
          .contradiction, at: places[.experiment],
          "the experiment is not at '\(expectation.placement)'",
          help: "expect it at \(Nearest.list(experiment.placements))")
      }
      if let variant = expectation.value.variant, experiment.variant(named: variant) == nil {
        sink.error(
          .unknownName, at: places[.variant], "there is no variant '\(variant.shortened)'",
          help: Nearest.help(for: variant, among: experiment.variants.map(\.name))
            ?? "name one of the variants")
      }
    }
  }
}
