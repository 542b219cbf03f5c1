package import PaywallCatalog
package import Ledger

extension SQLiteLedger {
  package func record(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) {
    guard try await reader.read({ try $0.areNew(coEnrollments, in: environment) }) else { return }
    try await writeCounting { try $0.record(coEnrollments, in: environment, at: now) }
  }

  /// Writes, and counts the new events once they are durable.
  func writeCounting<Output: Sendable>(
    _ write: @escaping @Sendable (inout SQLiteTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    let (output, causes) = try await writer.write { tables in
      // Left over from a call that failed.
      tables.newConflicts = []
      let output = try write(&tables)
      return (output, tables.newConflicts)
    }
    conflictCounter.add(causes)
    return output
  }
}
