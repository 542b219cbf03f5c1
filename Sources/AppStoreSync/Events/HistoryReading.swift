import Ledger
package import PaywallCatalog

/// The result of reading a customer's history.
package struct HistoryReading: Hashable, Sendable {
  package enum End: Hashable, Sendable {
    case whole
    /// It has more pages than this turn may read; the next turn goes on.
    case toBeContinued
    case failed(SourceFailure)
  }

  package var id: String
  /// The environment of the customer; `nil` before an answer says it.
  package var environment: AppStoreEnvironment?
  package var calls = 0
  package var new = 0
  package var known = 0
  /// Transactions that were bought before the person was erased.
  package var erased = 0
  /// Texts that cannot be trusted; the history is not complete without them.
  package var refused = Refusals()
  package var isComplete = false
  package var end = End.toBeContinued

  package var failure: SourceFailure? {
    if case .failed(let failure) = end { failure } else { nil }
  }

  mutating func add(_ counts: FetchCounts) {
    new += counts.new
    known += counts.known
    erased += counts.erased
    isComplete = counts.isComplete
  }
}
