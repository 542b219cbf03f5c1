package import Catalog
import GRDB
package import Ledger
package import Subscribers

extension SQLiteLedger {
  package func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedAssignment] {
    if let known = rememberedAssignments(of: visitor, in: environment) { return known }
    let mark = remembered.lastMark
    let found = try await reader.read { try $0.assignments(of: visitor, in: environment) }
    remembered.keep(
      found, to: RememberedAssignments.Question(visitor, in: environment), readAfter: mark)
    return found.assignments
  }

  package func rememberedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    let now = ContinuousClock.now
    if remembered.beginsToLookOut(at: now) { Task { await lookOut(at: now) } }
    return remembered.answer(
      to: RememberedAssignments.Question(visitor, in: environment), at: now)
  }

  /// Asks SQLite whether another process has written to the file
  /// (sqlite.org/pragma.html#pragma_data_version).
  private func lookOut(at now: ContinuousClock.Instant) async {
    let version = try? await writer.between {
      try Int.fetchOne($0, sql: "PRAGMA data_version")
    }
    remembered.lookedOut(version ?? nil, at: now)
  }
}
