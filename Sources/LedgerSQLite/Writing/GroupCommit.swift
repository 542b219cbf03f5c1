import Foundation
import GRDB
import Ledger
import LedgerStorage
import Synchronization

/// The one writer of a file. Writes that queue while the disk is busy go into one transaction and
/// are synced once; only then do their calls return.
final class GroupCommit: Sendable {
  /// One call that writes.
  struct Item: Sendable {
    /// Writes within the transaction of the group; the closure it returns runs after the commit.
    var write: @Sendable (inout SQLiteTables) throws -> (@Sendable () -> Void)
    var fail: @Sendable (LedgerFailure) -> Void
  }

  private struct State {
    var waiting: [Item] = []
    var isWriting = false
    var isClosed = false
    /// Read by the last group, when the file had this version; `nil` while a group runs, and after one that
    /// was rolled back.
    var configured: (version: Int64, reads: ConfiguredReads)?
  }

  /// The most calls that share one sync.
  private static let groupLimit = 512

  private let pool: any DatabaseWriter
  /// `nil` in memory.
  private let file: FileIdentity?
  private let known: PermanentRows
  private let salt: Data
  private let assignmentCache: AssignmentCache
  /// Further calls are refused at once instead of after the caller has given up.
  private let queueLimit: Int
  /// Whether each call is answered as by an empty ledger, and rolled back.
  private let keepsNothing: Bool
  private let state = Mutex(State())

  init(
    pool: any DatabaseWriter, known: PermanentRows, salt: Data, assignmentCache: AssignmentCache,
    queueLimit: Int, keepsNothing: Bool
  ) {
    self.pool = pool
    file = pool is DatabasePool ? FileIdentity(pool.path) : nil
    self.keepsNothing = keepsNothing
    self.assignmentCache = assignmentCache
    self.known = known
    self.salt = salt
    self.queueLimit = queueLimit
  }

  /// Runs `write` in a transaction with others; its writes are durable when this returns, and
  /// rolled back if it throws.
  func write<Output: Sendable>(
    _ write: @escaping @Sendable (inout SQLiteTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await awaitAnswer { answer in
      submit(
        Item(
          write: { tables in
            let output = try write(&tables)
            return { answer(.success(output)) }
          },
          fail: { answer(.failure($0)) }))
    }
  }

  /// Runs something outside of a transaction, between two groups.
  func runBetweenGroups<Output: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await enqueue(body, thenClosed: false)
  }

  /// Refuses new calls, waits for queued ones, and then runs `body`.
  func close(_ body: @escaping @Sendable (Database) throws -> Void) async throws(LedgerFailure) {
    try await enqueue(body, thenClosed: true)
  }

  private func enqueue<Output: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Output, thenClosed: Bool
  ) async throws(LedgerFailure) -> Output {
    try await awaitAnswer { answer in
      let isRefused = state.withLock { state in
        guard !state.isClosed else { return true }
        state.isClosed = thenClosed
        pool.asyncWriteWithoutTransaction { database in
          answer(Result { try body(database) }.mapError { LedgerFailure($0) })
        }
        return false
      }
      if isRefused { answer(.failure(.closed)) }
    }
  }

  private func submit(_ item: Item) {
    let refusal = state.withLock { state -> LedgerFailure? in
      guard !state.isClosed else { return .closed }
      guard state.waiting.count < queueLimit else {
        return .unavailable("\(queueLimit) writes are waiting already")
      }
      state.waiting.append(item)
      guard !state.isWriting else { return nil }
      state.isWriting = true
      // Only queues it here, before the queue can be closed.
      pool.asyncWriteWithoutTransaction { self.writeAll($0) }
      return nil
    }
    if let refusal { item.fail(refusal) }
  }

  /// Runs group after group until the queue is empty.
  private func writeAll(_ database: Database) {
    let connection = SQLConnection(database: database)
    while let group = nextGroup() { commit(group, on: connection) }
  }

  private func nextGroup() -> ArraySlice<Item>? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      let group = state.waiting.prefix(Self.groupLimit)
      state.waiting = Array(state.waiting.dropFirst(Self.groupLimit))
      return group
    }
  }

  /// An error of one call rolls back that call; an error of the file or the disk rolls back all.
  private func commit(_ group: ArraySlice<Item>, on connection: SQLConnection) {
    let database = connection.database
    var tables = SQLiteTables(
      connection, known: known, salt: salt, keepsNothing: keepsNothing)
    var answers: [@Sendable () -> Void] = []
    answers.reserveCapacity(group.count)
    do {
      if database.isInsideTransaction { try database.rollback() }
      try file?.check()
      try tables.run("BEGIN IMMEDIATE")
      let version = try takeConfigured(for: tables)
      for item in group { answers.append(try run(item, in: &tables)) }
      // Acknowledged means: in the file that the path names.
      try file?.check()
      try tables.run("COMMIT")
      let configured = tables.reads.configured
      state.withLock { $0.configured = (version, configured) }
      assignmentCache.invalidate(ChangedIds(tables.reads.changes))
    } catch {
      assignmentCache.invalidate(ChangedIds(tables.reads.changes))
      known.forget()
      if database.isInsideTransaction { try? database.rollback() }
      let failure = LedgerFailure(error)
      for item in group { item.fail(failure) }
      return
    }
    for answer in answers { answer() }
  }

  /// Takes over the configuration that the group before has read, unless another connection has written
  /// since (sqlite.org/pragma.html#pragma_data_version). This connection writes it only in groups.
  ///
  /// - Returns: the version of the file.
  private func takeConfigured(for tables: SQLiteTables) throws -> Int64 {
    let version = try tables.first("PRAGMA data_version") { $0.int64(0) } ?? 0
    let former = state.withLock { state in
      defer { state.configured = nil }
      return state.configured
    }
    if let former, former.version == version { tables.reads.configured = former.reads }
    return version
  }

  private func run(
    _ item: Item, in tables: inout SQLiteTables
  ) throws -> @Sendable () -> Void {
    try tables.run("SAVEPOINT item")
    tables.reads.newConflicts = []
    do {
      let answer = try item.write(&tables)
      if keepsNothing { try rollBackItem(in: &tables) }
      try tables.run("RELEASE item")
      return answer
    } catch let error where error.concernsOneCall {
      try rollBackItem(in: &tables)
      try tables.run("RELEASE item")
      let failure = LedgerFailure(error)
      return { item.fail(failure) }
    }
  }

  private func rollBackItem(in tables: inout SQLiteTables) throws {
    known.forget()
    tables.reads = TransactionReads(changes: tables.reads.changes)
    try tables.run("ROLLBACK TO item")
  }
}

extension Error {
  /// Whether only this call fails, and the next may succeed.
  fileprivate var concernsOneCall: Bool {
    guard let error = self as? DatabaseError else { return true }
    return error.resultCode == .SQLITE_CONSTRAINT
  }
}
