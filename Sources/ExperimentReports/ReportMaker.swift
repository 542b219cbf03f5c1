package import ExperimentResults
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
  package func report(
    of experiment: Experiment, phase: Int? = nil, in environment: AppStoreEnvironment,
    asOf: Timestamp, now: Timestamp
  ) async throws(ResultsFailure) -> ExperimentReport {
    var terms = ReportTerms(experiment, in: snapshot, environment, asOf: asOf)
    if let phase, phase != experiment.phase {
      let served = try ServedPhase(
        phase, of: experiment,
        try await fromLedger { ledger throws(LedgerFailure) in
          try await ledger.timeline()
        }, snapshot)
      terms = ReportTerms(
        served.experiment, shown: served.shown, in: snapshot, environment, asOf: asOf)
    }
    let reading = try await fromLedger { [terms] ledger throws(LedgerFailure) in
      try await ledger.tally(
        of: experiment.id, phase: terms.experiment.phase, in: environment, until: asOf,
        into: PhaseTally(terms))
    }
    return Assembly(terms, reading, snapshot, now: now).report
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
