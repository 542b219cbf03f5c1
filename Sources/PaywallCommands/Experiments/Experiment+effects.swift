import PaywallCatalog

extension Experiment {
  /// Returns the changes for visitors, a sentence each.
  func effects(
    after old: Experiment, in snapshot: Snapshot, at now: Timestamp
  ) -> [String] {
    let stage = stage(at: now)
    guard stage != .draft else { return ["It is a draft, so nothing changes for visitors."] }
    guard stage == .running || stage == .paused || stage == .scheduled else {
      return ["It \(stage.predicate); no visitors enter it."]
    }
    let (before, after) = (
      Reach(experiment: old, snapshot: snapshot, now: now),
      Reach(experiment: self, snapshot: snapshot, now: now)
    )
    var effects: [String] = []
    if before.entering != after.entering {
      effects.append(
        "Of 1,000 visitors who \(after.who), \(after.entering) enter instead of \(before.entering)."
      )
    }
    if traffic != old.traffic, let growth = growth(after: now) { effects.append(growth) }
    if traffic(at: now) >= old.traffic(at: now), slice.start == old.slice.start,
      variants == old.variants,
      placements == old.placements, excludeEarlierPhases == old.excludeEarlierPhases,
      whilePaused == old.whilePaused
    {
      effects.append("Enrolled visitors keep their variant.")
    }
    if audience != old.audience {
      effects.append(
        "Recorded visitors stay; from now on visitors enter who match "
          + "\(audience?.description ?? Condition.everyone).")
    }
    if schedule.end != old.schedule.end {
      effects.append(schedule.end.map { "It ends at \($0.rfc3339)." } ?? "It ends by hand.")
    }
    return effects
  }
}
