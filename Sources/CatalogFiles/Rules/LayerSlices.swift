internal import Catalog
internal import YAMLText

extension Rule {
  /// Experiments of one layer never share a visitor: their slices are disjoint, or they are live at
  /// different times.
  static let layerSlices = Rule { draft, notebook in
    let clashes = Contenders(draft).clashes(
      within: { $0.value.layer.map { [$0] } ?? [] }, unless: .slices)
    for clash in clashes {
      let places = clash.experiment.places
      let layer = clash.experiment.value.layer ?? ""
      clash.report(
        at: places.values[.slice] == nil ? places[.layer] : places[.slice],
        "in layer '\(layer)' this slice is also that of \(clash.names)",
        help: "give each its own slice, like 0%-50% and 50%-100%, or schedules that do not overlap",
        to: notebook)
    }
  }
}
