package import Ledger
import LedgerStorage
package import PaywallCatalog
package import PaywallSubscribers

extension PostgresLedger {
  package func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedAssignment] {
    if let known = cachedAssignments(of: visitor, in: environment) { return known }
    let version = assignmentCache.lastVersion
    let found = try await reader.read { try $0.assignments(of: visitor, in: environment) }
    assignmentCache.store(
      found, for: AssignmentCache.Key(visitor, in: environment), readAfter: version)
    return found.assignments
  }

  package func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    assignmentCache.assignments(
      for: AssignmentCache.Key(visitor, in: environment), at: .now)
  }
}
