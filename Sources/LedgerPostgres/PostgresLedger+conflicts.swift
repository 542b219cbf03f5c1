package import Ledger
import LedgerStorage
package import PaywallCatalog
import PaywallSubscribers

extension PostgresLedger {
  package func record(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) {
    guard try await reader.read({ try $0.areNew(coEnrollments, in: environment) }) else { return }
    let names = coEnrollments.flatMap {
      [LockName.id($0.user.unit, environment), .id($0.anonymous.unit, environment)]
    }
    try await writeCounting(names) { try $0.record(coEnrollments, in: environment, at: now) }
  }

  /// Writes, and counts the new events once they are durable.
  func writeCounting<Output: Sendable>(
    _ names: [LockName], ahead: [AheadRequest] = [],
    _ write: @escaping @Sendable (inout PostgresTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    let (output, causes) = try await writer.write(names, ahead: ahead) { tables in
      // Left over from another call.
      tables.newConflicts = []
      let output = try write(&tables)
      return (output, tables.newConflicts)
    }
    conflictCounter.add(causes)
    return output
  }
}
