import Foundation
import GRDB
import Ledger
import Synchronization

/// The one writer of a file. Whatever has queued while the disk was busy goes into one transaction,
/// is synced once, and only then is anybody told.
final class GroupCommit: Sendable {
  /// One call that writes.
  struct Item: Sendable {
    /// Writes within the transaction of the group; what it returns is run after the commit.
    var write: @Sendable (inout SQLiteTables) throws -> (@Sendable () -> Void)
    var fail: @Sendable (LedgerFailure) -> Void
  }

  private struct State {
    var waiting: [Item] = []
    var isWriting = false
    var isClosed = false
  }

  /// So many calls share one sync at the most; the next ones wait for the next.
  private static let mostTogether = 512

  private let pool: DatabasePool
  private let headers: StoredHeaders
  private let salt: Data
  private let remembered: RememberedAssignments
  /// Calls beyond it are refused: better now than after the caller has given up.
  private let mostWaiting: Int
  private let state = Mutex(State())

  init(
    pool: DatabasePool, headers: StoredHeaders, salt: Data, remembered: RememberedAssignments,
    mostWaiting: Int
  ) {
    self.pool = pool
    self.remembered = remembered
    self.headers = headers
    self.salt = salt
    self.mostWaiting = mostWaiting
  }

  /// Runs `write` in a transaction with others; what it wrote is durable when this returns, and
  /// undone if it throws.
  func write<Output: Sendable>(
    _ write: @escaping @Sendable (inout SQLiteTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Output, LedgerFailure>, Never>) in
      submit(
        Item(
          write: { tables in
            let output = try write(&tables)
            return { continuation.resume(returning: .success(output)) }
          },
          fail: { continuation.resume(returning: .failure($0)) }))
    }
    return try result.get()
  }

  /// Runs what is no transaction, between two groups.
  func between<Output: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await enqueue(body, thenClosed: false)
  }

  /// Refuses new calls, waits for those that are queued, and runs `body` as the last.
  func close(_ body: @escaping @Sendable (Database) throws -> Void) async throws(LedgerFailure) {
    try await enqueue(body, thenClosed: true)
  }

  private func enqueue<Output: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Output, thenClosed: Bool
  ) async throws(LedgerFailure) -> Output {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Output, LedgerFailure>, Never>) in
      let isRefused = state.withLock { state in
        guard !state.isClosed else { return true }
        state.isClosed = thenClosed
        pool.asyncWriteWithoutTransaction { database in
          do {
            continuation.resume(returning: .success(try body(database)))
          } catch {
            continuation.resume(returning: .failure(LedgerFailure(error)))
          }
        }
        return false
      }
      if isRefused { continuation.resume(returning: .failure(.closed)) }
    }
    return try result.get()
  }

  private func submit(_ item: Item) {
    let refusal = state.withLock { state -> LedgerFailure? in
      guard !state.isClosed else { return .closed }
      guard state.waiting.count < mostWaiting else {
        return .unavailable("\(mostWaiting) writes are waiting already")
      }
      state.waiting.append(item)
      guard !state.isWriting else { return nil }
      state.isWriting = true
      // Only queued here, and before anybody can close.
      pool.asyncWriteWithoutTransaction { self.writeAll($0) }
      return nil
    }
    if let refusal { item.fail(refusal) }
  }

  /// Group after group until nobody waits.
  private func writeAll(_ database: Database) {
    while let group = nextGroup() { commit(group, in: database) }
  }

  private func nextGroup() -> ArraySlice<Item>? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      let group = state.waiting.prefix(Self.mostTogether)
      state.waiting = Array(state.waiting.dropFirst(Self.mostTogether))
      return group
    }
  }

  /// What one call fails of undoes that call; what the file or the disk fails of, all.
  private func commit(_ group: ArraySlice<Item>, in database: Database) {
    var tables = SQLiteTables(database: database, headers: headers, salt: salt)
    var answers: [@Sendable () -> Void] = []
    answers.reserveCapacity(group.count)
    do {
      if database.isInsideTransaction { try database.rollback() }
      try tables.run("BEGIN IMMEDIATE")
      for item in group { answers.append(try run(item, in: &tables)) }
      try tables.run("COMMIT")
      remembered.mark(tables.changes)
    } catch {
      remembered.mark(tables.changes)
      headers.forget()
      if database.isInsideTransaction { try? database.rollback() }
      let failure = LedgerFailure(error)
      for item in group { item.fail(failure) }
      return
    }
    for answer in answers { answer() }
  }

  private func run(
    _ item: Item, in tables: inout SQLiteTables
  ) throws -> @Sendable () -> Void {
    try tables.run("SAVEPOINT item")
    do {
      let answer = try item.write(&tables)
      try tables.run("RELEASE item")
      return answer
    } catch let error where error.concernsOneCall {
      headers.forget()
      try tables.run("ROLLBACK TO item")
      try tables.run("RELEASE item")
      let failure = LedgerFailure(error)
      return { item.fail(failure) }
    }
  }
}

extension Error {
  /// Whether the next call may succeed all the same.
  fileprivate var concernsOneCall: Bool {
    guard let error = self as? DatabaseError else { return true }
    return error.resultCode == .SQLITE_CONSTRAINT
  }
}
