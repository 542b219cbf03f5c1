import CLibPQ
import Ledger
import LedgerStorage
import Synchronization

/// A connection with its prepared statements. Statements whose results are not needed at once are
/// sent along with the next one that is read, so that a transaction takes few round trips. It
/// belongs to one thread.
final class Session {
  private typealias Check = (borrowing ResultHandle) throws -> Void

  private struct Statement {
    let name: String
    let types: [ParameterType]
  }

  private let connection: ConnectionHandle
  private var statements: [String: Statement] = [:]
  private var prepared = 0
  /// Statements that were sent and whose results were not read, each with what reads its result.
  private var unread: [Check?] = []
  /// Ends of groups of statements among them.
  private var pendingSyncs = 0
  let canceller: StatementCanceller
  private let roundTrips: RoundTrips
  private let patience: Int?

  /// The number of small results that fit into the buffers of both sides, so that neither waits for
  /// the other.
  private static let mostUnread = 256

  /// - Parameters:
  ///   - setUp: statements that set up the session.
  ///   - patience: milliseconds after which a database that sends nothing counts as lost; `nil` for
  ///     never.
  ///   - roundTrips: counts them.
  init(
    _ address: PostgresAddress, setUp: [String], patience: Int?, counting roundTrips: RoundTrips
  ) throws {
    self.roundTrips = roundTrips
    self.patience = patience
    connection = try ConnectionHandle(address.parameters)
    canceller = connection.canceller()
    try connection.enterPipeline()
    for statement in setUp { try run(statement) }
    try finish()
  }

  var isLost: Bool { connection.isLost }

  /// The major version of the server, such as 15.
  var serverVersion: Int {
    connection.setting("server_version").flatMap {
      Int($0.prefix { $0.isNumber })
    } ?? 0
  }

  /// The number that the server or a pooler announced at the start.
  var announcedBackend: Int64 { connection.backend }

  /// The process that answers.
  func backend() throws -> Int64 {
    try all("SELECT pg_backend_pid()") { $0.int64(0) }.first ?? 0
  }

  // MARK: Statements

  /// Sends a statement that returns nothing; its error is thrown by a later call.
  func run(_ sql: String, _ values: [SQLValue] = []) throws { try send(sql, values, check: nil) }

  /// Sends a statement; a later call reads its result, before its own.
  func run(
    _ sql: String, _ values: [SQLValue], check: @escaping (borrowing ResultHandle) throws -> Void
  ) throws {
    try send(sql, values, check: check)
  }

  /// Sends a statement without waiting for it; `body` gets its rows when they are read.
  func read(
    _ sql: String, _ values: [SQLValue], _ body: @escaping (SQLRow) throws -> Void
  ) throws {
    try send(sql, values) { result in
      for number in 0..<result.rows { try body(result.row(number)) }
    }
  }

  /// Runs a statement that is never run again, and has no parameters.
  func runOnce(_ sql: String) throws {
    try run(sql)
    try finish()
    statements[sql] = nil
  }

  /// Runs a statement.
  ///
  /// - Returns: how many rows it wrote.
  func count(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
    var count = 0
    try send(sql, values) { count = $0.changes }
    try finish()
    return count
  }

  func all<Output>(
    _ sql: String, _ values: [SQLValue] = [], read: (SQLRow) throws -> Output
  ) throws -> [Output] {
    try send(sql, values, check: nil)
    // Read after the pipeline is empty: reading a row may run further statements.
    guard let result = try readAll(eachRow: nil) else { return [] }
    return try (0..<result.rows).map { try read(result.row($0)) }
  }

  /// Rows that are too many to keep. The body runs no statements.
  func forEach(
    _ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Void
  ) throws {
    try finish()
    try send(sql, values, check: nil)
    connection.readRowByRow()
    try withoutActuallyEscaping(body) { _ = try readAll(eachRow: $0) }
  }

  /// Sends a statement whose result is read with the next ones, and does not wait for it.
  func runWithoutWaiting(_ sql: String) throws {
    try run(sql)
    try connection.sync()
    connection.flush()
    pendingSyncs += 1
  }

  /// Whether a result is still to be checked.
  var isChecking: Bool { unread.contains { $0 != nil } }

  /// Reads what was sent without asking how it went.
  func abandon() {
    unread = unread.map { _ in nil }
    try? finish()
  }

  /// Ends a transaction that has failed.
  func rollBack() throws {
    abandon()
    try run("ROLLBACK")
    try finish()
  }

  /// Waits until everything that was sent is done.
  func finish() throws { if !unread.isEmpty { _ = try readAll(eachRow: nil) } }

  // MARK: The pipeline

  private func send(
    _ sql: String, _ values: [SQLValue], check: Check?
  ) throws {
    if unread.count >= Self.mostUnread { try finish() }
    let statement = try statement(sql)
    try connection.execute(
      statement.name, try BinaryParameters(values, as: statement.types))
    unread.append(check)
  }

  /// Prepares a statement once; its description says how its parameters are sent.
  private func statement(_ sql: String) throws -> Statement {
    if let known = statements[sql] { return known }
    try finish()
    prepared += 1
    let name = "s\(prepared)"
    try connection.prepare(name, PostgresSpelling.of(sql))
    unread = [nil, nil]
    let description = try readAll(eachRow: nil)
    let statement = Statement(name: name, types: description?.parameterTypes ?? [])
    statements[sql] = statement
    return statement
  }

  /// Reads the results of everything that was sent, and throws the first error.
  ///
  /// - Returns: the result of the last statement.
  private func readAll(eachRow body: ((SQLRow) throws -> Void)?) throws -> ResultHandle? {
    try connection.sync()
    roundTrips.add()
    let checks = unread
    unread = []
    var last: ResultHandle?
    var index = 0
    var failure: (any Error)?
    while true {
      if let patience { try connection.awaitResult(patience) }
      guard let result = connection.next() else {
        // The end of a statement's results.
        index += 1
        if connection.isLost || index > checks.count { throw connection.lost }
        continue
      }
      let status = result.status
      if status == PGRES_PIPELINE_SYNC {
        guard pendingSyncs > 0 else { break }
        pendingSyncs -= 1
        // The outcome of an earlier group was not asked for.
        failure = nil
        continue
      }
      if connection.isLost { throw connection.lost }
      guard status != PGRES_PIPELINE_ABORTED, failure == nil else { continue }
      do {
        switch status {
        case PGRES_SINGLE_TUPLE:
          if let body { for number in 0..<result.rows { try body(result.row(number)) } }
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
          if let check = checks[index] { try check(result) }
          if index == checks.count - 1 { last = consume result }
        default: throw result.error
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return last
  }
}

/// How often sessions have waited for the server.
final class RoundTrips: Sendable {
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}
