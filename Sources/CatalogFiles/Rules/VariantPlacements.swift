internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// A variant that names placements names every placement of its experiment, and no other.
  static let variantPlacements = ValidationRule { draft, sink in
    for experiment in draft.experiments {
      let placements = experiment.value.placements
      for variant in experiment.variants {
        guard case .perPlacement(let shows) = variant.value.shows else { continue }
        let missing = placements.filter { shows[$0] == nil }
        if !missing.isEmpty {
          sink.error(
            .missingKey, at: variant.places.key(.paywall),
            "'\(variant.value.name)' says nothing for \(Nearest.list(missing))",
            help: "add a paywall, or 'nothing', for every placement of the experiment")
        }
        let others = shows.keys.filter { !placements.contains($0) && draft.knows(.placement, $0) }
        if !others.isEmpty {
          sink.error(
            .contradiction, at: variant.places.key(.paywall),
            "the experiment is not at \(Nearest.list(others.sorted()))",
            help: "remove it here, or add it to 'placement'")
        }
      }
    }
  }
}
