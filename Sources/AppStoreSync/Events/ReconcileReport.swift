package import PaywallCatalog

/// The result of one run of reconciling.
package struct ReconcileReport: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case done
    /// Another process does it.
    case busy
    case failed(SourceFailure)
  }

  package var environment: AppStoreEnvironment
  package var outcome = Outcome.done
  /// The moment until which the busy process has claimed the run.
  package var heldUntil: Timestamp?
  /// A process that was killed had not given its claim back.
  package var isTakenOver = false
  package var from: Timestamp?
  package var to: Timestamp?
  package var pages = 0
  /// Notifications that had never come.
  package var new = 0
  package var already = 0
  /// Notifications that were signed before their person was erased.
  package var erased = 0
  /// Notifications that cannot be trusted.
  package var refused = Refusals()
  /// Notifications that name no app, and were not kept aside before.
  package var keptAside = 0
  /// Customers whose history was read to its end.
  package var customers = 0
  package var failedCustomers = 0
  /// Texts of customers' histories that cannot be trusted.
  package var refusedOfCustomers = Refusals()
  /// Transactions that were not known.
  package var transactions = 0

  /// Refused texts of notifications and of customer histories together.
  package var allRefused: Refusals {
    var all = refused
    all += refusedOfCustomers
    return all
  }

  package init(_ environment: AppStoreEnvironment) { self.environment = environment }
}
