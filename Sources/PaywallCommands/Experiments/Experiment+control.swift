import PaywallCatalog
import Planning
import YAMLText

extension Experiment {
  /// Returns a sentence for each placement where control shows something other than its visitors
  /// would see without experiments: it then compares with a change.
  func controlSentences(in snapshot: Snapshot, at now: Timestamp) -> [String] {
    guard var control = variant(named: Self.control) else { return [] }
    control.share = .all
    var today = snapshot
    today.experiments = [:]
    var tomorrow = today
    tomorrow.experiments[id] = Experiment(
      id: id, status: .running, placements: placements, audience: audience, seed: id,
      variants: [control])
    let visitors = Population.synthetic(for: today, tomorrow, count: 1_000, at: now)
    return impact(from: today, to: tomorrow, population: visitors, at: now).placements.compactMap {
      let seen = Set($0.effects.compactMap(\.kind.shownBefore)).sorted()
      guard let shown = control.show(at: $0.placement), !seen.isEmpty else { return nil }
      return
        "Control shows '\(shown)' at '\($0.placement)' to visitors who see \(Nearest.list(seen)) "
        + "today, so it is a change too."
    }
  }
}

extension Impact.Kind {
  fileprivate var shownBefore: String? {
    if case .paywall(let show, _) = self { show.description } else { nil }
  }
}
