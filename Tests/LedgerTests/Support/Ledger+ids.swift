import Ledger
import PaywallCatalog

extension Ledger {
  /// Claims an id on an app's word, in production on day 1.
  func claim(_ anonymousId: String, _ user: String) async throws -> AliasOutcome {
    try await alias(anonymousId, to: user, vouchedBy: .client, in: .production, at: Sample.day(1))
  }

  /// Returns everything recorded under these ids, each asked for alone, as a user's and as an
  /// anonymous one.
  func assignments(
    of ids: [String], in environment: AppStoreEnvironment
  ) async throws -> [RecordedAssignment] {
    var found: Set<RecordedAssignment> = []
    for id in ids {
      for visitor in [VisitorIdentity(userId: id), VisitorIdentity(anonymousId: id)] {
        found.formUnion(try await assignments(of: visitor, in: environment))
      }
    }
    return found.sorted { left, right in
      left.unit.utf8.elementsEqual(right.unit.utf8)
        ? left.isOlder(than: right)
        : left.unit.utf8.lexicographicallyPrecedes(right.unit.utf8)
    }
  }

  /// Returns the assignments that a request with these ids finds: `d1 trial`.
  func found(user: String? = nil, anonymous: String? = nil) async throws -> [String] {
    try await assignments(
      of: VisitorIdentity(userId: user, anonymousId: anonymous), in: .production
    ).map { "\($0.unit) \($0.variant)" }
  }
}
