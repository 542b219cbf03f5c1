import PaywallCatalog
import Subscribers

@testable import Ledger

extension Sample {
  static func access(
    _ id: String, of right: GivenAccess.Right = .entitlement("pro"),
    from source: GivenAccess.Source = .manual, by giver: String = "support", until days: Double,
    at now: Double
  ) -> GivenAccess {
    GivenAccess(
      id: id, source: source, right: right, until: day(days), reason: "an outage", giver: giver,
      givenAt: day(now))
  }
}

extension Ledger {
  @discardableResult
  func give(
    _ access: GivenAccess, to name: CustomerName, atMost limit: Int? = nil,
    in environment: AppStoreEnvironment = .production
  ) async throws(LedgerFailure) -> AccessOutcome {
    try await give(access, to: name, atMost: limit, in: environment, at: access.givenAt)
  }

  @discardableResult
  func revoke(
    _ id: String, from source: GivenAccess.Source = .manual, of name: CustomerName,
    at days: Double
  ) async throws(LedgerFailure) -> HeldAccess? {
    try await revokeAccess(id, from: source, of: name, in: .production, at: Sample.day(days))
  }

  /// `pro-1 until 2026-01-15`, of the customers of a name and of a user id.
  func access(
    to name: CustomerName? = nil, user: String? = nil,
    in environment: AppStoreEnvironment = .production
  ) async throws(LedgerFailure) -> [String] {
    try await givenAccess(to: name, user: user, in: environment).map {
      "\($0.access.id) until \($0.access.end.rfc3339.prefix(10))"
    }
  }
}

extension AccessOutcome {
  /// `new`, `same`, or the refusal.
  var word: String {
    switch self {
    case .given(_, let isNew): isNew ? "new" : "same"
    default: "\(self)"
    }
  }
}
