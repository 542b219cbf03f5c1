package import PaywallCatalog
import GRDB
package import Ledger
import LedgerStorage
package import PaywallSubscribers

extension SQLiteLedger {
  package func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    let now = ContinuousClock.now
    if assignmentCache.beginsCheck(at: now) { Task { await checkForExternalWrites(at: now) } }
    return assignmentCache.assignments(
      for: AssignmentCache.Key(visitor, in: environment), at: now)
  }

  /// Asks SQLite whether another process has written to the file
  /// (sqlite.org/pragma.html#pragma_data_version).
  private func checkForExternalWrites(at now: ContinuousClock.Instant) async {
    let version = try? await writer.runBetweenGroups {
      try Int.fetchOne($0, sql: "PRAGMA data_version")
    }
    assignmentCache.endCheck(version ?? nil, at: now)
  }
}
