package import Ledger
package import PaywallCatalog

/// Reports changes of entitlements by time alone: the end of a period, of a grace period, of a
/// pass. One of the processes that share a ledger does it at a time.
package struct EntitlementTimer: Sendable {
  private let ledger: any Ledger
  private let now: @Sendable () -> Timestamp
  private let holder: String

  /// Milliseconds; each round renews the claim.
  private static let lease: Int64 = 60_000
  /// Customers of a round, which is one transaction.
  private static let mostAtOnce = 50

  package init(
    _ ledger: any Ledger, now: @escaping @Sendable () -> Timestamp,
    holder: String = ProcessName.ofThisProcess()
  ) {
    self.ledger = ledger
    self.now = now
    self.holder = holder
  }

  /// Reports every change that is due, unless another process does.
  package func tellDue() async throws(LedgerFailure) {
    guard try await ledger.hasDueEntitlements(at: now()) else { return }
    try await ledger.doing(EntitlementState.job, as: holder) { () async throws(LedgerFailure) in
      while try await round() {}
    }
  }

  private func round() async throws(LedgerFailure) -> Bool {
    guard !Task.isCancelled else { return false }
    let moment = now()
    let claim = JobClaim(
      job: EntitlementState.job, holder: holder, until: moment.adding(milliseconds: Self.lease))
    return try await ledger.tellDueEntitlements(by: claim, limit: Self.mostAtOnce, at: moment)
  }
}
