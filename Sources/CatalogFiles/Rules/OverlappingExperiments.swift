internal import PaywallCatalog

extension ValidationRule {
  /// Experiments that can enrol a visitor at one placement at the same time share a layer.
  static let overlappingExperiments = ValidationRule { draft, sink in
    let overlaps = OverlapFinder(draft).overlaps(within: \.value.placements, unless: .sameLayer)
    for overlap in overlaps {
      let placements = Set(overlap.others.flatMap(\.value.placements))
      let common = overlap.experiment.value.placements.filter { placements.contains($0) }
      overlap.report(
        at: overlap.experiment.places[.placement],
        "'\(overlap.experiment.value.id)' meets \(overlap.names) at '\(common.joined(separator: "', '"))'",
        help:
          "put them into one layer with slices that do not overlap, or give them audiences that "
          + "ask for different values of one attribute",
        to: sink)
    }
  }
}
