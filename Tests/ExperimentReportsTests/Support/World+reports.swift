import ExperimentReports
import ExperimentResults
import Foundation
import Ledger
import LedgerSQLite
import PaywallCatalog
import TestSupport

extension World {
  static func moment(days: Int64) -> Timestamp {
    Timestamp(milliseconds: start + days * Timestamp.day)
  }

  /// The same experiment, decided by those who start.
  static var startRate: Experiment {
    var experiment = experiment
    experiment.metrics = Metrics(primary: MetricGoal(.startRate, smallest: BasisPoints(5000)))
    return experiment
  }

  static func snapshot(of experiment: Experiment) -> Snapshot {
    var snapshot = snapshot
    snapshot.experiments["price"] = experiment
    return snapshot
  }

  /// The report of an experiment of this world.
  ///
  /// - Parameter now: `nil` for a report that is made at `asOf`.
  static func report(
    _ ledger: any Ledger, of experiment: Experiment = experiment, phase: Int? = nil,
    in snapshot: Snapshot = snapshot, asOf: Timestamp, now: Timestamp? = nil,
    baseline: BasisPoints? = nil
  ) async throws -> ExperimentReport {
    try await ReportMaker(snapshot: snapshot, ledger: ledger).report(
      of: experiment, phase: phase, in: .production, asOf: asOf, now: now ?? asOf,
      baseline: baseline)
  }
}

func withLedger<Output>(_ body: (SQLiteLedger) async throws -> Output) async throws -> Output {
  try await withTemporaryFolder { folder in
    let ledger = try SQLiteLedger.open(path: folder + "/ledger.sqlite")
    let output = try await body(ledger)
    await ledger.close()
    return output
  }
}

/// The same with a ledger in a file, and with one in memory.
func withEachLedger(_ body: (any Ledger) async throws -> Void) async throws {
  try await withLedger { file in
    try await body(file)
    try await body(SQLiteLedger.inMemory())
  }
}
