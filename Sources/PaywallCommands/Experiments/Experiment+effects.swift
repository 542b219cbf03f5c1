import Catalog
import CatalogFiles
import Planning
import YAMLText

extension Workbench {
  /// Eight hexadecimal digits that no other seed of the configuration has.
  func freshSeed() -> String {
    var generator = SystemRandomNumberGenerator()
    let used = Set(
      snapshot.experiments.values.compactMap(\.seed) + snapshot.layers.values.map(\.seed)
        + [snapshot.holdout?.seed].compactMap(\.self))
    while true {
      let digits = String(UInt32.random(in: 0...UInt32.max, using: &generator), radix: 16)
      let seed = String(repeating: "0", count: 8 - digits.count) + digits
      // Digits alone, also around an e, would read as a number to other programs.
      guard !used.contains(seed), seed.contains(where: { "abcdf".contains($0) }) else { continue }
      return seed
    }
  }

  /// Refuses to enrol visitors where Apple would give one variant an introductory offer that we
  /// withhold: without evidence there is nothing to withhold it with (decisions.md, "Offers").
  func checkFairness(of proposal: Proposal, in head: Snapshot, _ findings: Report) throws {
    let changed = head.experiments.values.first { ExperimentFile.path(of: $0.id) == proposal.path }
    guard let changed, [.running, .scheduled].contains(changed.stage(at: now)),
      let unfair = findings.unfairness(of: changed, in: head)
    else { return }
    // One that runs so already is not made worse by a change of something else.
    if let old = snapshot.experiments[changed.id], old.stage(at: now) == .running,
      report.unfairness(of: old, in: snapshot) != nil
    {
      return
    }
    throw Failure(
      .no, "\(unfair.message), so the variants cannot be compared",
      help: "let both variants list the offer, give them two products, or let the audience ask for "
        + "'subscription.known: true', so that only customers with evidence enter")
  }
}

extension Report {
  /// Why variants of an experiment cannot be compared; `nil` where they can, or where only
  /// customers with evidence enter.
  fileprivate func unfairness(of experiment: Experiment, in snapshot: Snapshot) -> Diagnostic? {
    let path = ExperimentFile.path(of: experiment.id)
    guard !(experiment.audience?.needsEvidence(in: snapshot) ?? false) else { return nil }
    return diagnostics.first { $0.file == path && $0.code == .unfairComparison }
  }
}

extension Condition {
  /// Only true of a customer whom Apple's facts are known of, by what is joined at its outermost
  /// level.
  fileprivate func needsEvidence(in snapshot: Snapshot) -> Bool {
    switch self {
    case .test(let test):
      test.attribute.hasPrefix("subscription.")
        && !test.operators.contains(.exists(false))
        && test != AttributeTest("subscription.known", [.equals(.boolean(false))])
    case .all(let parts): parts.contains { $0.needsEvidence(in: snapshot) }
    case .audience(let name):
      snapshot.audiences[name]?.condition.needsEvidence(in: snapshot) ?? false
    case .any(let parts): !parts.isEmpty && parts.allSatisfy { $0.needsEvidence(in: snapshot) }
    case .not: false
    }
  }
}

extension Experiment {
  /// What visitors notice of a change of this experiment, a sentence each.
  func effects(
    after old: Experiment, in snapshot: Snapshot, at now: Timestamp
  ) -> [String] {
    let stage = stage(at: now)
    guard stage != .draft else { return ["It is a draft, so nothing changes for visitors."] }
    guard stage == .running || stage == .paused || stage == .scheduled else {
      return ["It is \(stage.words); nobody enters it."]
    }
    let (before, after) = (
      Reach(experiment: old, snapshot: snapshot), Reach(experiment: self, snapshot: snapshot)
    )
    var effects: [String] = []
    if before.entering != after.entering {
      effects.append(
        "Of 1,000 visitors who \(after.who), \(after.entering) enter instead of \(before.entering)."
      )
    }
    if traffic >= old.traffic, slice.start == old.slice.start, variants == old.variants,
      placements == old.placements, excludeEarlierPhases == old.excludeEarlierPhases,
      whilePaused == old.whilePaused
    {
      effects.append("Whoever is in it keeps their variant.")
    }
    if audience != old.audience {
      effects.append(
        "Recorded visitors stay; from now on those enter who match "
          + "\(audience?.description ?? Condition.everyone).")
    }
    if schedule.end != old.schedule.end {
      effects.append(schedule.end.map { "It ends at \($0.rfc3339)." } ?? "It ends by hand.")
    }
    return effects
  }
}

extension FreeSlices {
  /// Whether the whole slice is free.
  func holds(_ slice: Slice) -> Bool {
    gaps.contains { $0.lowerBound <= slice.start && slice.end <= $0.upperBound }
  }
}

extension Document {
  func has(_ key: String) -> Bool { root?.entry(key) != nil }
}
