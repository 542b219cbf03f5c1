import Foundation
import GRDB
package import Ledger
import LedgerStorage
package import PaywallCatalog

/// A ledger in one SQLite file, for one server. Readers never wait for the writer; a second process
/// may open the same file, for the commands. Or one in memory, with one connection.
package final class SQLiteLedger: Ledger {
  let pool: any DatabaseWriter
  /// The lock of a server's file.
  private let lock: FileLock?
  let writer: GroupCommit
  let reader: GroupRead
  let known: PermanentRows
  let salt: Data
  package let assignmentCache = AssignmentCache()
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
    pool: any DatabaseWriter, lock: FileLock? = nil, known: PermanentRows = PermanentRows(),
    salt: Data, options: Options, keepsNothing: Bool = false, hasAdoptedRoots: Bool = false,
    isBeingRestored: Bool = false, movedTo: String? = nil
  ) {
    self.movedTo = movedTo
    self.hasAdoptedRoots = hasAdoptedRoots
    isServing = options.isWriting
    self.isBeingRestored = isBeingRestored && !isServing
    isPartlyRestored = isBeingRestored && isServing
    self.pool = pool
    self.lock = lock
    self.known = known
    self.salt = salt
    writer = GroupCommit(
      pool: pool, known: known, salt: salt, assignmentCache: assignmentCache,
      queueLimit: options.queueLimit, keepsNothing: keepsNothing)
    reader = GroupRead(pool: pool, known: known, salt: salt, mostReaders: options.readers)
  }

  package func mayHaveAssignments(
    of unit: String, in environment: AppStoreEnvironment
  ) -> Bool {
    known.units.mayContain(unit, in: environment)
  }

  package func check() async throws(LedgerFailure) {
    try await writer.write { tables in
      if let departure = try tables.departure() {
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
    // A closed queue crashes its readers. It goes with the ledger.
    if !isInMemory { try? pool.close() }
    lock?.release()
  }

  package func write<Output: Sendable>(
    _ needs: WriteNeeds, _ body: @escaping @Sendable (inout any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    let (output, conflicts) = try await writer.write { tables in
      // No later part of a restoration may bring the person back.
      if needs.isErasure { try tables.run(Self.endOfRestoration) }
      var stored: any StoredTables = tables
      let output = try body(&stored)
      return (output, tables.newConflicts)
    }
    conflictCounter.add(conflicts)
    if needs.isErasure { try await truncateLog() }
    return output
  }

  package func read<Output: Sendable>(
    _ kind: ReadKind, ahead: @escaping @Sendable () -> [AheadRequest],
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    guard kind.isLong else { return try await reader.read { try body($0) } }
    return try await readTables { try body($0) }
  }

  /// True if one connection serves all calls.
  private var isInMemory: Bool { pool is DatabaseQueue }

  /// Runs a long read on a connection of its own.
  func readTables<Output: Sendable>(
    _ body: @escaping @Sendable (SQLiteTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    guard !isInMemory else { return try await reader.read(body) }
    do {
      return try await pool.read { [known, salt] database in
        try body(SQLiteTables(database: database, known: known, salt: salt))
      }
    } catch {
      throw LedgerFailure(error)
    }
  }
}

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

extension LedgerFailure {
  /// Every error other than the ledger's own refusals is an error of the file.
  init(_ error: any Error) {
    switch error {
    case let failure as LedgerFailure: self = failure
    case let error as DatabaseError:
      let code = error.extendedResultCode.rawValue
      self = .unavailable("SQLite: \(error.message ?? "no message") (\(code))")
    case let error: self = .unavailable("\(error)")
    }
  }
}
