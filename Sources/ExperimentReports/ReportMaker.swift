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

  /// The report of the experiment's present phase. Reads every record of the ledger once, from a
  /// snapshot; writers and other readers go on.
  ///
  /// - Parameters:
  ///   - asOf: exposures and purchases up to then count.
  ///   - now: when the report is made.
  package func report(
    of experiment: Experiment, in environment: AppStoreEnvironment, asOf: Timestamp, now: Timestamp
  ) async throws(LedgerFailure) -> ExperimentReport {
    let terms = ReportTerms(experiment, in: snapshot, environment, asOf: asOf)
    let reading = try await ledger.persons(
      of: experiment.id, phase: experiment.phase, in: environment, until: asOf,
      reducing: PhaseTally(terms))
    return Assembly(terms, reading, snapshot, now: now).report
  }
}
