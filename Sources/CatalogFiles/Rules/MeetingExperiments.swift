internal import Catalog
internal import YAMLText

extension Rule {
  /// Experiments that can meet a visitor at one placement at the same time share a layer.
  static let meetingExperiments = Rule { draft, notebook in
    let clashes = Contenders(draft).clashes(within: \.value.placements, unless: .sameLayer)
    for clash in clashes {
      let placements = Set(clash.others.flatMap(\.value.placements))
      let common = clash.experiment.value.placements.filter { placements.contains($0) }
      clash.report(
        at: clash.experiment.places[.placement],
        "'\(clash.experiment.value.id)' meets \(clash.names) at '\(common.joined(separator: "', '"))'",
        help:
          "put them into one layer with slices that do not overlap, or give them audiences that "
          + "ask for different values of one attribute",
        to: notebook)
    }
  }
}
