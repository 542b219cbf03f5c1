import Ledger
import LedgerStorage
import PaywallCatalog
import Synchronization

/// The tables of a ledger on PostgreSQL, for the length of one transaction.
struct PostgresTables: SQLTables {
  typealias Row = SQLRow
  typealias Cell = LedgerPostgres.Cell

  static let hasTypedColumns = true
  static let headerText = "content"

  let session: Session
  let locks: TransactionLocks
  let known: PermanentRows
  let salt: [UInt8]
  let reads = TransactionReads()
  let reserve = TakenNumbers()
}

extension PostgresTables {
  /// For a program that shares them with no other, or needs no hashes and no locks.
  init(alone session: Session) {
    self.init(
      session: session, locks: TransactionLocks(seed: 0, isNeeded: false),
      known: PermanentRows(), salt: [])
  }

  func run(_ sql: String, _ values: [SQLValue]) throws { try session.run(sql, values) }

  func writes(_ sql: String, _ values: [SQLValue]) throws -> Bool {
    try session.count(sql, values) > 0
  }

  func add(_ insertion: NumberedInsertion, _ values: [SQLValue]) throws -> Int64 {
    if let reserved = reserved(in: insertion.table) {
      try run(insertion.given, [.integer(reserved)] + values)
      return reserved
    }
    guard let number = try all(insertion.returned, values, read: { $0.int64(0) }).first else {
      throw UnreadableRow("a row that was not written")
    }
    return number
  }

  /// A number for a new row that is at hand.
  private func reserved(in table: String) -> Int64? {
    guard let table = NumberReserve.Table(statement: table),
      let first = reserve.numbers[table]?.first
    else { return nil }
    reserve.numbers[table]?.removeFirst()
    return first
  }

  func all<Output>(
    _ sql: String, _ values: [SQLValue], limit: Int, read: (SQLRow) throws -> Output
  ) throws -> [Output] {
    try session.all(sql, values, read: read)
  }

  func forEach(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
    try session.forEach(sql, values, body)
  }

  @discardableResult
  func lock(_ names: @autoclosure () -> [LockName]) throws -> Bool {
    try locks.take(names(), in: session)
  }

  func noteLock(ofNewCustomer number: CustomerRow.Number) throws {
    try locks.note(tried: [LockName.customer(number).key(locks.seed): true])
  }
}

/// Numbers for new rows of one transaction, from the reserve.
final class TakenNumbers {
  var numbers: [NumberReserve.Table: [Int64]] = [:]
}

/// Numbers that were drawn from the sequences of tables and have no row yet, so that a new row needs
/// no round trip of its own to learn its number. Numbers are given in the order in which they were
/// drawn; those that a transaction did not use come back.
final class NumberReserve: Sendable {
  enum Table: String, CaseIterable {
    case customers, chains, grants

    /// - Parameter table: as statements call it.
    init?(statement table: String) { self.init(rawValue: table == "lines" ? "chains" : table) }
  }

  /// Drawn at once.
  static let share = 64

  private let numbers = Mutex<[Table: [Int64]]>([:])

  func take(_ count: Int, of table: Table) -> [Int64] {
    numbers.withLock { numbers in
      let taken = Array(numbers[table, default: []].prefix(count))
      numbers[table, default: []].removeFirst(taken.count)
      return taken
    }
  }

  func giveBack(_ unused: [Int64], of table: Table) {
    guard !unused.isEmpty else { return }
    numbers.withLock { numbers in
      numbers[table] = (numbers[table, default: []] + unused).sorted()
    }
  }
}
