import PaywallCatalog
import PaywallTextCoding

/// Finds the placements at which anything can differ: rules, experiments, shown paywalls, their
/// offers, or an audience of any of them.
struct PlacementDifferences {
  private let base: Snapshot
  private let head: Snapshot
  private let paywalls: [String: PaywallDifference]
  private let differsEverywhere: Bool
  /// By placement, for each snapshot.
  private let standing: [[String: [Experiment]]]
  /// Ids of experiments that decide differently.
  private let changed: Set<String>

  /// A visitor's record in a layer determines the unit at every placement.
  init(_ base: Snapshot, _ head: Snapshot, hasRecords: Bool) {
    self.base = base
    self.head = head
    let layers = [base, head].map { $0.experiments.compactMapValues(\.layer) }
    differsEverywhere = base.schema != head.schema || hasRecords && layers[0] != layers[1]
    paywalls = paywallDifferences(base, head)
    standing = [base, head].map { snapshot in
      var found: [String: [Experiment]] = [:]
      for experiment in snapshot.experiments.values {
        for placement in experiment.placements { found[placement, default: []].append(experiment) }
      }
      return found
    }
    let ids = Set(base.experiments.keys).union(head.experiments.keys)
    changed = ids.filter { base.deciding($0) != head.deciding($0) }
  }

  /// Sorted by id.
  var compared: [ComparedPlacement] {
    Set(base.placements.keys).union(head.placements.keys).sorted { $0.precedes($1) }
      .compactMap { id in
        let relevant = relevant(at: id)
        return mayDiffer(at: id, relevant)
          ? ComparedPlacement(id: id, experiments: relevant, paywalls: paywalls) : nil
      }
  }

  /// Winners are ordered by their ends: if one of them differs, all are relevant.
  private func relevant(at id: String) -> Set<String> {
    let all = standing.flatMap { $0[id] ?? [] }
    let isWinning = all.contains { $0.winner != nil && changed.contains($0.id) }
    let relevant = all.filter { experiment in
      differsEverywhere || base.holdout != head.holdout || changed.contains(experiment.id)
        || isWinning && experiment.winner != nil
        || experiment.variants.contains { differs($0.show(at: id)) }
    }
    return Set(relevant.map(\.id))
  }

  private func mayDiffer(at id: String, _ relevant: Set<String>) -> Bool {
    guard !differsEverywhere, relevant.isEmpty, let before = base.placements[id],
      let after = head.placements[id], before == after
    else { return true }
    return differs(before.default)
      || before.rules.contains { rule in
        differs(rule.show) || base.resolved(rule.audience) != head.resolved(rule.audience)
      }
  }

  private func differs(_ show: Show?) -> Bool {
    guard case .paywall(let id)? = show else { return false }
    return paywalls[id] != nil
  }
}

/// An experiment with everything its draw depends on, without notes for people.
private struct Deciding: Equatable {
  var experiment: Experiment
  var layer: Layer?
}

extension Snapshot {
  fileprivate func deciding(_ id: String) -> Deciding? {
    guard var experiment = experiments[id] else { return nil }
    experiment.title = nil
    experiment.hypothesis = nil
    experiment.owner = nil
    experiment.metrics = Metrics()
    experiment.visibility = .private
    experiment.audience = resolved(experiment.audience)
    return Deciding(experiment: experiment, layer: experiment.layer.flatMap { layers[$0] })
  }
}
