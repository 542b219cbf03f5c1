package import PaywallCatalog
package import PaywallDecisions
import Planning
import Serving

/// The picture of each variant of an experiment, for an unknown visitor, in the app's first
/// language.
package struct VariantSheet {
  private let experiment: Experiment
  private let snapshot: Snapshot
  private let maker: PictureMaker
  private let now: Timestamp

  /// The most phrases on a variant; further ones are counted.
  private static let mostPhrases = 4
  /// The most pictures of an experiment at many placements.
  private static let mostCells = 24

  package init(
    of experiment: Experiment, in snapshot: Snapshot, by maker: PictureMaker, at now: Timestamp
  ) {
    self.experiment = experiment
    self.snapshot = snapshot
    self.maker = maker
    self.now = now
  }

  /// - Parameter address: the address of a picture's page; without it there are no such pages.
  package func contactSheet(
    address: ((_ placement: String, ForcedVariant) -> String)? = nil
  ) -> ContactSheet {
    let placements = experiment.placements.prefix(
      max(1, Self.mostCells / max(1, experiment.variants.count)))
    let person = PictureMaker.Person.stranger(at: now)
    let rows = placements.map { placement in
      ContactSheet.Row(
        title: placement,
        cells: experiment.variants.map { variant in
          let forced = ForcedVariant(experiment: experiment.id, variant: variant.name)
          return ContactSheet.Cell(
            picture: maker.picture(at: placement, for: person, forced: forced),
            address: address?(placement, forced), isChanged: false)
        })
    }
    return ContactSheet(
      experiment.title ?? experiment.id,
      columns: experiment.variants.map {
        ContactSheet.Column(title: $0.name, detail: differences(of: $0, at: Array(placements)))
      }, rows: rows)
  }

  /// Writes `selects 'pro_yearly' instead of 'pro_monthly'; and 3 more`, against the control at any
  /// placement.
  private func differences(of variant: Variant, at placements: [String]) -> String {
    guard variant.name != Experiment.control else { return "" }
    var phrases: [String] = []
    for placement in placements {
      for phrase in differences(of: variant, at: placement) where !phrases.contains(phrase) {
        phrases.append(phrase)
      }
    }
    let rest = phrases.count - Self.mostPhrases
    let shown = phrases.prefix(Self.mostPhrases) + (rest > 0 ? ["and \(rest) more"] : [])
    return shown.isEmpty ? "as control" : shown.joined(separator: "; ")
  }

  private func differences(of variant: Variant, at placement: String) -> [String] {
    let control = experiment.variant(named: Experiment.control)
    let what = placement == RetentionMessage.placement ? "a message" : "a paywall"
    switch (paywall(of: control, at: placement), paywall(of: variant, at: placement)) {
    case (let before?, let after?): return after.differences(from: before)
    case (nil, _?): return ["\(what) instead of nothing"]
    case (_?, nil): return ["nothing instead of \(what)"]
    case (nil, nil): return []
    }
  }

  private func paywall(of variant: Variant?, at placement: String) -> Paywall? {
    guard case .paywall(let id)? = variant?.show(at: placement) else { return nil }
    return snapshot.shown(id)
  }
}
