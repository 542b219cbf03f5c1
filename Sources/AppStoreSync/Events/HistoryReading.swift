import Ledger
package import PaywallCatalog

/// What came of reading a customer's history.
package struct HistoryReading: Hashable, Sendable {
  package enum End: Hashable, Sendable {
    case whole
    /// It has more pages than this turn may read; the next turn goes on.
    case toBeContinued
    case failed(SourceFailure)
  }

  package var id: String
  /// `nil` before an answer says where the customer is.
  package var environment: AppStoreEnvironment?
  package var calls = 0
  package var new = 0
  package var known = 0
  /// Bought before the person was erased.
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
