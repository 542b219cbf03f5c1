import Crypto
import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

/// The tables of a ledger on PostgreSQL, for the length of one transaction.
struct PostgresTables {
  let session: Session
  let locks: TransactionLocks
  let known: KnownRows
  let salt: [UInt8]
  /// The ids whose recorded assignments may have changed.
  var changes = ChangedTexts()
  var newConflicts: [ConflictEvent.Cause] = []
  let reads = TransactionReads()

  init(session: Session, locks: TransactionLocks, known: KnownRows, salt: [UInt8]) {
    self.session = session
    self.locks = locks
    self.known = known
    self.salt = salt
  }

  /// Sends a statement; its error is thrown later, at the latest by the commit.
  func run(_ sql: String, _ values: SQLValue...) throws { try session.run(sql, values) }

  func run(_ sql: String, _ values: [SQLValue]) throws { try session.run(sql, values) }

  /// Whether a statement wrote anything.
  func writes(_ sql: String, _ values: SQLValue...) throws -> Bool {
    try session.count(sql, values) > 0
  }

  func writes(_ sql: String, _ values: [SQLValue]) throws -> Bool {
    try session.count(sql, values) > 0
  }

  /// A number for a new row that is at hand.
  func reserved(_ table: NumberReserve.Table) -> Int64? {
    guard let first = reads.numbers[table]?.first else { return nil }
    reads.numbers[table]?.removeFirst()
    return first
  }

  /// The number that a statement returns of the row that it adds.
  func number(_ sql: String, _ values: [SQLValue] = []) throws -> Int64 {
    guard let number = try session.all(sql, values, read: { $0.int64(0) }).first else {
      throw UnreadableRow("a row that was not written")
    }
    return number
  }

  /// The results of a query.
  func each<Output>(
    _ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Output
  ) throws -> [Output] {
    try session.all(sql, values, read: read)
  }

  func all<Output>(
    _ sql: String, _ values: [SQLValue], read: (SQLRow) throws -> Output
  ) throws -> [Output] {
    try session.all(sql, values, read: read)
  }

  /// Rows of a query that are too many to keep.
  func forEach(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
    try session.forEach(sql, values, body)
  }

  func first<Output>(
    _ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Output
  ) throws -> Output? {
    try session.all(sql, values, read: read).first
  }

  func first<Output>(
    _ sql: String, _ values: [SQLValue], read: (SQLRow) throws -> Output
  ) throws -> Output? {
    try session.all(sql, values, read: read).first
  }

  /// Takes locks for the rest of a transaction that writes.
  ///
  /// - Returns: whether one of them was not held before: what was read before may have changed.
  @discardableResult
  func lock(_ names: LockName...) throws -> Bool { try locks.take(names, in: session) }

  @discardableResult
  func lock(_ names: [LockName]) throws -> Bool { try locks.take(names, in: session) }
}

/// What one transaction has read or made, and needs again: no other can change it meanwhile.
final class TransactionReads {
  /// Of the ledger's hashes.
  var key: HMAC<SHA256>?
  /// The texts of terms, by phase.
  var terms: [PhaseName: String] = [:]
  /// Persons are erased by transactions that run alone.
  var hasRemnants: Bool?
  /// The numbers of values that were added, in any table.
  var added: Set<Int64> = []
  /// The headers that were added.
  var addedHeaders: Set<Int64> = []
  var ahead = ReadAhead()
  /// Numbers for new rows, from the reserve.
  var numbers: [NumberReserve.Table: [Int64]] = [:]
}

/// The ids whose recorded assignments may have changed.
struct ChangedTexts {
  private var keys: Set<UTF8Key> = []
  /// A person was erased, which concerns all ids.
  private(set) var areAll = false

  var ids: [String] { keys.map(\.text) }

  var isEmpty: Bool { keys.isEmpty && !areAll }

  mutating func insert(_ id: String) { keys.insert(UTF8Key(id)) }

  mutating func insertAll() { areAll = true }
}
