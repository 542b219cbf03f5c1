import ExperimentResults
import Ledger
import PaywallCatalog

/// The control's sales at the placements of an experiment before its start: a sample can then be
/// planned on the first day.
struct PlacementPast {
  /// The sums of the control's mature persons. Money is cut at `cap`.
  let control: Moments
  let buyers: Int
  let cap: Int64?
  let basis: SamplePlan.Basis

  /// - Parameter past: the earlier phase by the metrics of the new one, when that began.
  /// - Returns: `nil` with fewer buyers than a plan is made from.
  init?(_ past: Assembly) {
    buyers = past.buyers(Experiment.control)
    guard buyers >= DailySums.leastBuyers, past.terms.goals.first?.part == .primary,
      let arm = past.metric(0).arms.first
    else { return nil }
    control = arm.moments
    cap = past.metric(0).cap
    let experiment = past.terms.experiment
    basis = .past(
      experiment: experiment.id, phase: experiment.phase, buyers: buyers, of: arm.persons)
  }

  /// The last phase that began before an experiment did: an earlier one of its own, or of another experiment
  /// that shows the same control to the same audience.
  static func phase(
    before experiment: Experiment, _ timeline: Timeline, _ snapshot: Snapshot
  ) -> Experiment? {
    let others = snapshot.experiments.values.filter {
      $0.id != experiment.id && $0.hasControl(of: experiment)
    }
    let own = (1..<max(1, experiment.phase)).compactMap {
      try? ServedPhase($0, of: experiment, timeline, snapshot).experiment
    }
    guard let start = experiment.schedule.start else { return nil }
    return (others + own).compactMap { other in other.schedule.start.map { (other, at: $0) } }
      .filter { $0.at < start }
      .max { ($0.at, $1.0.id) < ($1.at, $0.0.id) }?.0
  }
}

extension Experiment {
  /// Whether visitors of the control are alike in both.
  fileprivate func hasControl(of other: Experiment) -> Bool {
    let (own, its) = (variant(named: Self.control), other.variant(named: Self.control))
    return placements == other.placements && audience == other.audience && unit == other.unit
      && placements.allSatisfy { own?.show(at: $0) == its?.show(at: $0) }
  }
}
