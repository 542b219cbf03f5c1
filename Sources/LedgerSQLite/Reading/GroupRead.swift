import Foundation
import GRDB
import Ledger
import LedgerStorage
import Synchronization

/// Short reads of a file. Reads that queue while others run are done together, on one connection
/// and in one transaction, so that a read under load wakes no thread and begins no transaction of
/// its own.
final class GroupRead: Sendable {
  private typealias Item = @Sendable (Result<SQLiteTables, LedgerFailure>) -> Void

  private struct State {
    var waiting: [Item] = []
    /// Connections that read groups.
    var readers = 0
    /// When the newest group began.
    var taken = ContinuousClock.now
    var isClosed = false
  }

  /// After this time a group counts as stalled, and the next one gets another connection.
  private static let stallLimit = Duration.milliseconds(1)

  private let pool: any DatabaseWriter
  private let known: PermanentRows
  private let salt: Data
  private let mostReaders: Int
  private let state = Mutex(State())

  init(pool: any DatabaseWriter, known: PermanentRows, salt: Data, mostReaders: Int) {
    self.pool = pool
    self.known = known
    self.salt = salt
    self.mostReaders = mostReaders
  }

  /// Runs `body` in a transaction that begins after the call.
  func read<Output: Sendable>(
    _ body: @escaping @Sendable (SQLiteTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await awaitAnswer { answer in
      submit { tables in
        answer(Result { try body(try tables.get()) }.mapError { LedgerFailure($0) })
      }
    }
  }

  /// Refuses new calls; queued ones are still done.
  func close() { state.withLock { $0.isClosed = true } }

  private func submit(_ item: @escaping Item) {
    let (isRefused, isReaderNeeded) = state.withLock { state in
      guard !state.isClosed else { return (true, false) }
      state.waiting.append(item)
      let isHeldUp = state.readers > 0 && state.taken.duration(to: .now) > Self.stallLimit
      guard state.readers == 0 || isHeldUp && state.readers < mostReaders else {
        return (false, false)
      }
      state.readers += 1
      state.taken = .now
      return (false, true)
    }
    if isRefused { return item(.failure(.closed)) }
    if isReaderNeeded { pool.asyncUnsafeRead { self.readAll($0) } }
  }

  /// Runs group after group until the queue is empty.
  private func readAll(_ opened: Result<Database, any Error>) {
    let connection = opened.map { SQLConnection(database: $0) }
    while let group = nextGroup() { read(group, connection) }
  }

  private func nextGroup() -> [Item]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.readers -= 1
        return nil
      }
      state.taken = .now
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// The transaction begins after its items were queued, so each of them sees everything that was
  /// durable when it was queued.
  private func read(_ group: [Item], _ connection: Result<SQLConnection, any Error>) {
    do {
      let tables = SQLiteTables(try connection.get(), known: known, salt: salt)
      if tables.database.isInsideTransaction { try tables.database.rollback() }
      try tables.run("BEGIN")
      for item in group { item(.success(tables)) }
      try? tables.run("COMMIT")
    } catch {
      let failure = LedgerFailure(error)
      for item in group { item(.failure(failure)) }
    }
  }
}
