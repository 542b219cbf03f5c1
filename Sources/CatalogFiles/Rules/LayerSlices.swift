internal import PaywallCatalog

extension ValidationRule {
  /// Experiments of one layer never share a visitor: their slices are disjoint, or they are live at
  /// different times.
  static let layerSlices = ValidationRule { draft, sink in
    let overlaps = OverlapFinder(draft).overlaps(
      within: { $0.value.layer.map { [$0] } ?? [] }, unless: .slices)
    for overlap in overlaps {
      let places = overlap.experiment.places
      let layer = overlap.experiment.value.layer ?? ""
      overlap.report(
        at: places.range(of: .slice) == nil ? places[.layer] : places[.slice],
        "in layer '\(layer)' this slice is also that of \(overlap.names)",
        help: "give each its own slice, like 0%-50% and 50%-100%, or schedules that do not overlap",
        to: sink)
    }
  }
}
