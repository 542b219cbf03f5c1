package import PaywallCatalog

/// What one run of reconciling found.
package struct ReconcileReport: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case done
    /// Another process does it.
    case busy
    case failed(SourceFailure)
  }

  package var environment: AppStoreEnvironment
  package var outcome = Outcome.done
  package var from: Timestamp?
  package var to: Timestamp?
  package var pages = 0
  /// Notifications that had never come.
  package var new = 0
  package var already = 0
  /// Signed before their person was erased.
  package var erased = 0
  /// Texts that cannot be trusted.
  package var refused = 0
  /// Customers whose history was read to its end.
  package var customers = 0
  package var failedCustomers = 0
  /// Transactions that were not known.
  package var transactions = 0

  package init(_ environment: AppStoreEnvironment) { self.environment = environment }
}
