package import AppStore
package import PaywallCatalog
import Foundation
import GRDB
package import Ledger
package import LedgerStorage
package import PaywallSubscribers
import PaywallTextCoding

/// A ledger in one SQLite file, for one server. Readers never wait for the writer; a second process
/// may open the same file, for the commands.
package final class SQLiteLedger: StoredLedger {
  let pool: DatabasePool
  /// Of a server's file.
  private let lock: FileLock?
  let writer: GroupCommit
  let reader: GroupRead
  let known = PermanentRows()
  let salt: Data
  let units: UnitFilter
  let assignmentCache = AssignmentCache()
  package let conflictCounter = ConflictCounter()
  let phaseImages = PhaseImageCache()

  /// Whether it is open for a server, which asks for the same results again.
  let isServing: Bool
  /// Whether it has facts of an older version, which did not store the root certificates.
  package let hasAdoptedRoots: Bool
  /// Whether the restoration of an export had begun and not ended when the file was opened.
  let isBeingRestored: Bool
  /// Whether a server opened it, which ended its restoration before the whole export was there.
  package let isPartlyRestored: Bool
  /// The ledger in whose favour this one became read-only.
  package let movedTo: String?

  init(
    pool: DatabasePool, lock: FileLock?, salt: Data, units: UnitFilter, queueLimit: Int,
    mostReaders: Int, isServing: Bool, hasAdoptedRoots: Bool, isBeingRestored: Bool,
    isPartlyRestored: Bool,
    movedTo: String?
  ) {
    self.movedTo = movedTo
    self.isServing = isServing
    self.hasAdoptedRoots = hasAdoptedRoots
    self.isBeingRestored = isBeingRestored
    self.isPartlyRestored = isPartlyRestored
    self.pool = pool
    self.lock = lock
    self.salt = salt
    self.units = units
    writer = GroupCommit(
      pool: pool, known: known, salt: salt, assignmentCache: assignmentCache,
      queueLimit: queueLimit)
    reader = GroupRead(pool: pool, known: known, salt: salt, mostReaders: mostReaders)
  }

  package func append(
    _ notification: Verified<AppStore.Notification>, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    let text = StoredText(NewText(notification))
    let payload = notification.payload
    return try await writer.write { try $0.append(payload, text: text, at: now) }
  }

  package func append(
    _ evidence: Evidence, user: String?, at now: Timestamp
  ) async throws(LedgerFailure) -> CustomerHistory {
    let texts = EvidenceTexts(evidence, prepare: SQLiteTables.prepared)
    return try await writer.write { tables in
      let owners = try tables.append(evidence, texts: texts, user: user, at: now)
      return try tables.history(of: owners) ?? evidence.history
    }
  }

  package func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer {
    let texts = EvidenceTexts(evidence, prepare: SQLiteTables.prepared)
    return try await reader.read { try $0.known(of: evidence, texts: texts) }
  }

  package func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await writer.write { try $0.link(user, to: name, in: environment, at: now) }
  }

  package func grant(
    _ requests: [GrantRequest], at now: Timestamp
  ) async throws(LedgerFailure) -> [GrantOutcome] {
    let prepared = requests.map { request in
      (request, request.evidence.map { EvidenceTexts($0, prepare: SQLiteTables.prepared) })
    }
    return try await writeCounting { [units] tables in
      let outcomes = try prepared.map { try tables.grant($0.0, texts: $0.1, at: now) }
      for (request, _) in prepared {
        guard let unit = request.assignment?.unit else { continue }
        try units.insert(findersBy: [unit], in: request.environment, tables)
      }
      return outcomes
    }
  }

  package func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await writeCounting { [units] tables in
      let outcomes = try tables.record(exposures, in: environment, at: now)
      // A record that was here before was found before.
      let ids = zip(exposures, outcomes).compactMap { exposure, outcome in
        let unit = exposure.assignment.unit
        let isOld = outcome == .repeated || outcome == .already
        return isOld && units.mayContain(unit, in: environment) ? nil : UTF8Key(unit)
      }
      try units.insert(findersBy: Set(ids).map(\.text), in: environment, tables)
      return outcomes
    }
  }

  package func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AliasOutcome {
    try await writeCounting { [units] tables in
      let outcome = try tables.alias(
        anonymousId, to: user, vouchedBy: voucher, in: environment, at: now)
      try units.insert(findersBy: [anonymousId], in: environment, tables)
      return outcome
    }
  }

  package func mayHaveAssignments(
    of unit: String, in environment: AppStoreEnvironment
  ) -> Bool {
    units.mayContain(unit, in: environment)
  }

  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)?
  ) async throws(LedgerFailure) -> Int {
    let count = try await writer.write { tables in
      // No later part of a restoration may bring the person back.
      try tables.run(Self.endOfRestoration)
      return try tables.forget(name, in: environment, at: now, leaving: values)
    }
    try await truncateLog()
    return count
  }

  package func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure) {
    try await writer.write {
      try $0.confirmHistory(of: name, in: environment, fetchedAt: moment)
    }
  }

  package func check() async throws(LedgerFailure) {
    try await writer.write { tables in
      if let departure = try SQLConnection(database: tables.database).departure() {
        throw LedgerFailure.unavailable(Departure.refusal(to: departure.target))
      }
      // An update to the same value would write no page, and a full disk would go unnoticed.
      try tables.run("PRAGMA user_version = 1")
    }
  }

  package func close() async {
    reader.close()
    do throws(LedgerFailure) {
      // The file alone is then the whole ledger: readers, which close last, would leave the log.
      try await writer.close { _ = try $0.checkpoint(.truncate) }
    } catch .closed {
      return
    } catch {
      // The log stays beside the file; nothing is lost.
    }
    try? pool.close()
    lock?.release()
  }

  package func answer<Output: Sendable>(
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await reader.read { try body($0) }
  }

  package func read<Output: Sendable>(
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await readTables { try body($0) }
  }

  /// Runs a long read on a connection of its own.
  func readTables<Output: Sendable>(
    _ body: @escaping @Sendable (SQLiteTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    do {
      return try await pool.read { [known, salt] database in
        try body(SQLiteTables(database: database, known: known, salt: salt))
      }
    } catch {
      throw LedgerFailure(error)
    }
  }
}
