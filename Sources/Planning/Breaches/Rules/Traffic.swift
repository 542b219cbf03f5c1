import PaywallCatalog
import Serving

extension BreachRule {
  /// Less traffic than visitors were enrolled by takes the variant from those who are not recorded
  /// yet, and keeps those who came early: results would be biased. Steps may change as long as the
  /// share of now stays: no visitor has entered by those to come, and the timeline keeps when each
  /// earlier one was in effect.
  static let traffic = BreachRule { change in
    guard let after = change.after, change.isFrozenWhileCounted, let was = change.was.traffic
    else { return [] }
    let share = after.traffic(at: change.lastMoment)
    guard let reached = change.reachedTraffic(above: share) else { return [] }
    let changes = [FrozenChange("traffic", was: "\(was)", is: "\(after.traffic)")]
    if let step = change.unmetStep(above: share) {
      return change.breach(
        .trafficShrunk, as: .warning, keys: ["traffic"],
        "traffic of '\(change.id)' shrinks from \(reached) to \(share), and its step to "
          + "\(step.share) passed at \(step.from.words): visitors who entered by it before the "
          + "pause would leave their variant",
        help: "this is safe if the pause began before \(step.from.words); a server knows that "
          + "from its ledger, and refuses the change if it did not",
        changes: changes)
    }
    return change.breach(
      .trafficShrunk, keys: ["traffic"],
      "traffic of '\(change.id)' shrinks from \(reached) to \(share): \(change.loss)",
      help: change.nextStage == .ended
        ? "put \(reached) back until a week after the end"
        : "put \(reached) back, it may only grow; to stop enrolling, use "
          + "'paywall experiment stop \(change.id) --after keep'",
      changes: changes)
  }

  /// The end of a slice may grow into free space; its start is frozen.
  static let slice = BreachRule { change in
    guard let after = change.after, change.isFrozenWhileCounted, let was = change.was.slice,
      after.slice.end < was.end
    else { return [] }
    let ends = [was, after.slice].map { "\($0)" }
    return change.breach(
      .sliceShrunk, keys: ["slice"],
      "the slice of '\(change.id)' shrinks from \(ends[0]) to \(ends[1]): \(change.loss)",
      help: change.nextStage == .ended
        ? "put \(ends[0]) back until a week after the end"
        : "put \(ends[0]) back, its end may only grow; to give the place to another experiment, "
          + "end this one with 'paywall experiment stop \(change.id) --after keep'",
      changes: [FrozenChange("slice", was: ends[0], is: ends[1])])
  }
}

extension ExperimentTransition {
  /// The same phase continues to assign visitors, now or after a pause, or their exposures may still
  /// arrive.
  fileprivate var isFrozenWhileCounted: Bool {
    guard hasStarted, isSamePhase, let after else { return false }
    switch nextStage {
    case .running, .paused, .scheduled: return true
    case .ended: return lastEnd(after).map { now < $0.adding(milliseconds: week) } ?? false
    case .draft, .archived, nil: return false
    }
  }

  /// When enrolment ended: an earlier end that is written later takes no exposure back.
  private func lastEnd(_ after: Experiment) -> Timestamp? {
    [stage == .ended ? was.end : nil, after.schedule.end].compactMap(\.self).max()
  }

  /// Apps deliver exposures for 7 days after the end (DecisionRules.md § 5).
  private var week: Int64 { 7 * Timestamp.day }

  fileprivate var loss: String {
    nextStage == .ended
      ? "exposures that have not arrived yet would not count"
      : "visitors would leave their variant"
  }

  /// The moment of which the shares are compared: now, or the last one before the end.
  fileprivate var lastMoment: Timestamp {
    guard nextStage == .ended, let end = after.flatMap(lastEnd) else { return now }
    return min(now, end.adding(milliseconds: -1))
  }

  /// The share that visitors were enrolled by, if it is more than `share`; a paused experiment of
  /// which that is not known counts as if it had run until now.
  fileprivate func reachedTraffic(above share: BasisPoints) -> BasisPoints? {
    guard let last = was.traffic(at: lastMoment), share < last else { return nil }
    guard stage != .running, let enrolled else { return last }
    // An override may have lowered what is in service below what was enrolled before.
    return share < enrolled ? min(last, enrolled) : nil
  }

  /// The step by which visitors entered only if the pause began after it; `nil` if it is known what
  /// they entered by, or if they entered by more than `share` anyway.
  fileprivate func unmetStep(above share: BasisPoints) -> Traffic.Step? {
    guard enrolled == nil, stage == .paused, let traffic = was.traffic else { return nil }
    let first = was.start.flatMap(was.traffic(at:)) ?? traffic.first
    guard first <= share else { return nil }
    return traffic.steps(in: was.schedule).first { $0.from <= now && $0.share > share }
  }
}
