import ExperimentResults
package import Ledger
package import PaywallCatalog

/// Makes the report of an experiment from a configuration and a ledger.
package struct ReportMaker: Sendable {
  private let snapshot: Snapshot
  private let ledger: any Ledger

  package init(snapshot: Snapshot, ledger: any Ledger) {
    self.snapshot = snapshot
    self.ledger = ledger
  }

  /// The report of the experiment's present phase, or of an earlier one as it was served. Reads the
  /// ledger from a snapshot; writers and other readers go on.
  ///
  /// - Parameters:
  ///   - phase: `nil` for the present one.
  ///   - asOf: exposures and purchases up to then count.
  ///   - now: when the report is made.
  ///   - dimension: the one by which all metrics are asked for, beside those that the file names.
  ///   - baseline: the share of persons who buy, to plan the sample from before there are buyers.
  package func report(
    of experiment: Experiment, phase: Int? = nil, in environment: AppStoreEnvironment,
    asOf: Timestamp, now: Timestamp,
    by dimension: ResultDimension? = nil, baseline: BasisPoints? = nil
  ) async throws(ResultsFailure) -> ExperimentReport {
    var terms = ReportTerms(experiment, in: snapshot, environment, asOf: asOf)
    let timeline = try await fromLedger { ledger throws(LedgerFailure) in
      try await ledger.timeline()
    }
    if let phase, phase != experiment.phase {
      let served = try ServedPhase(phase, of: experiment, timeline, snapshot)
      terms = ReportTerms(
        served.experiment, shown: served.shown, in: snapshot, environment, asOf: asOf)
    }
    let reading = try await fromLedger { [terms] ledger throws(LedgerFailure) in
      try await ledger.tally(
        of: PhaseKey(experiment.id, terms.experiment.phase, in: environment), until: asOf,
        into: PhaseTally(terms))
    }
    let question = NewPurchases.Question(
      of: terms.products, from: terms.experiment.schedule.start ?? .init(milliseconds: 0),
      until: asOf)
    let purchases = try await fromLedger { ledger throws(LedgerFailure) in
      try await ledger.newPurchases(question, in: environment)
    }
    var assembly = Assembly(terms, reading, snapshot, purchases, timeline, now: now)
    assembly.asked = dimension
    assembly.heldOut = try await heldOut(terms, until: asOf)
    // A look back finds nothing that was known then, and test traffic plans nothing.
    guard asOf == now, environment == .production else { return assembly.report }
    if baseline == nil, assembly.asksForPast, let metric = terms.goals.first,
      let before = PlacementPast.phase(before: terms.experiment, timeline, snapshot)
    {
      assembly.past = try await past(before, of: terms)
      if assembly.planFromPast == nil {
        let finding = PhaseFinding.noPast(metric: metric.erasedName)
        assembly.timeline = await keep(finding, terms, timeline, at: now)
      }
    }
    if let plan = assembly.unkeptPlan(baseline: baseline) {
      assembly.timeline = await keep(.plan(plan), terms, assembly.timeline, at: now)
    }
    let report = assembly.report
    guard terms.experiment.phase == experiment.phase else { return report }
    let verdict = KeptVerdict(
      decision: report.verdict.decision.text, sentence: report.verdict.sentence)
    let kept = await keep(.verdict(verdict), terms, assembly.timeline, at: now)
    if let cause = report.verdict.breach {
      // A later report tells what cannot be written now.
      try? await ledger.noteWebhook(
        .broken(
          experiment.id, phase: experiment.phase, because: cause.rawValue, verdict.sentence,
          release: kept.release, at: now), at: now)
    }
    return report
  }

  /// Keeps a finding that the timeline lacks, unless another node did meanwhile, and reads the
  /// timeline again. If the ledger cannot be written to, a later report keeps it.
  private func keep(
    _ finding: PhaseFinding, _ terms: ReportTerms, _ timeline: Timeline, at now: Timestamp
  ) async -> Timeline {
    let (id, phase) = (terms.experiment.id, terms.experiment.phase)
    guard timeline.release != nil, !timeline.has(finding, of: id, phase: phase) else {
      return timeline
    }
    do throws(LedgerFailure) {
      try await ledger.keep(finding, of: id, phase: phase, at: now)
      return try await ledger.timeline()
    } catch {
      return timeline
    }
  }

  /// The persons of the control of the phase before, as they were known when this one began.
  private func past(
    _ before: Experiment, of terms: ReportTerms
  ) async throws(ResultsFailure) -> PlacementPast? {
    guard let start = terms.experiment.schedule.start else { return nil }
    let past = terms.applied(to: before, asOf: start)
    let reading = try await fromLedger { ledger throws(LedgerFailure) in
      try await ledger.tally(
        of: PhaseKey(before.id, before.phase, in: past.environment), until: start,
        into: PhaseTally(past))
    }
    return PlacementPast(Assembly(past, reading, snapshot, now: start))
  }

  /// The sums of the persons whom the holdout kept out; `nil` if there are none.
  private func heldOut(
    _ terms: ReportTerms, until asOf: Timestamp
  ) async throws(ResultsFailure) -> PhaseTally? {
    let (experiment, environment) = (terms.experiment, terms.environment)
    let columns = try await fromLedger { ledger throws(LedgerFailure) -> PhaseColumns? in
      guard
        try await ledger.heldOutUnits(
          of: PhaseKey(experiment.id, experiment.phase, in: environment)) > 0
      else { return nil }
      return try await ledger.heldOutPersons(
        of: PhaseKey(experiment.id, experiment.phase, in: environment), until: asOf)
    }
    guard let columns else { return nil }
    var tally = PhaseTally(terms)
    tally.add(columns)
    return tally
  }

  private func fromLedger<Output: Sendable>(
    _ read: (any Ledger) async throws(LedgerFailure) -> Output
  ) async throws(ResultsFailure) -> Output {
    do {
      return try await read(ledger)
    } catch {
      throw .ledger(error)
    }
  }
}

extension Verdict {
  /// Why no result can be trusted, or that a guardrail is worse.
  fileprivate var breach: Reason? {
    decision == .broken ? reasons.first : reasons.first { $0 == .guardrailIsWorse }
  }
}
