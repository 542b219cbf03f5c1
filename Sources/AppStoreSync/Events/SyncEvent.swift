package import Ledger
package import PaywallCatalog

/// An event of the jobs: for the log, the metrics and the progress of a command.
package enum SyncEvent: Sendable {
  package enum Cause: String, CaseIterable, Sendable { case asked, reconcile, backfill }

  case reconciled(ReconcileReport)
  case read(HistoryReading, for: Cause)
  case silences([Silence])
  case test(AppStoreEnvironment, TestOutcome)
  case fullPrice([FullPriceReport])
  /// The job waits for its next turn.
  case ledgerFailed(String, LedgerFailure)
}
