import AppStore
import PaywallCatalog
import Subscribers

@testable import Ledger

/// Calls with the values of most tests: in production, at a moment in days (`Sample.day`).
extension Ledger {
  @discardableResult
  func append(
    _ notification: Verified<AppStore.Notification>, at days: Double
  ) async throws(LedgerFailure) -> Appended {
    try await append(notification, at: Sample.day(days))
  }

  @discardableResult
  func append(
    _ evidence: Evidence, user: String? = nil, at days: Double
  ) async throws(LedgerFailure) -> CustomerHistory {
    try await append(evidence, user: user, at: Sample.day(days))
  }

  @discardableResult
  func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment = .production,
    at days: Double
  ) async throws(LedgerFailure) -> Bool {
    try await link(user, to: name, in: environment, at: Sample.day(days))
  }

  /// Joins ids on the word of the team's server, which is believed, unless another voucher is
  /// given.
  @discardableResult
  func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher = .server,
    in environment: AppStoreEnvironment = .production, at days: Double
  ) async throws(LedgerFailure) -> AliasOutcome {
    try await alias(
      anonymousId, to: user, vouchedBy: voucher, in: environment, at: Sample.day(days))
  }

  @discardableResult
  func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment = .production, at days: Double,
    leaving values: (any PersonMetrics)? = nil
  ) async throws(LedgerFailure) -> Int {
    try await forget(name, in: environment, at: Sample.day(days), leaving: values)
  }

  @discardableResult
  func grant(
    _ requests: [GrantRequest], at days: Double
  ) async throws(LedgerFailure) -> [GrantOutcome] {
    try await grant(requests, at: Sample.day(days))
  }

  func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment = .production,
    fetchedAt days: Double
  ) async throws(LedgerFailure) {
    try await confirmHistory(of: name, in: environment, fetchedAt: Sample.day(days))
  }

  @discardableResult
  func keepAside(
    _ notification: UnownedNotification, at days: Double
  ) async throws(LedgerFailure) -> Appended {
    try await keepAside(notification, at: Sample.day(days))
  }

  @discardableResult
  func add(_ batch: CountBatch, at days: Double) async throws(LedgerFailure) -> Appended {
    try await add(batch, at: Sample.day(days))
  }

  @discardableResult
  func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment = .production, at days: Double
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await record(exposures, in: environment, at: Sample.day(days))
  }

  func dayCounts(of offers: String..., at days: Double) async throws -> [String: Int] {
    try await dayCounts(of: offers, in: .production, at: Sample.day(days))
  }

  func histories(of name: CustomerName) async throws(LedgerFailure) -> [CustomerHistory] {
    try await histories(of: name, in: .production)
  }

  func mayHaveAssignments(of unit: String) -> Bool { mayHaveAssignments(of: unit, in: .production) }
}

extension PhaseKey {
  /// Phase 1 of the experiment `price`.
  static let price = PhaseKey("price", 1, in: .production)
}
