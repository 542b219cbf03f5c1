import GRDB
import GRDBSQLite
import Ledger
import LedgerStorage

/// The statements of one connection, compiled once, bound and read directly: the writer runs a
/// dozen for each notification.
struct SQLConnection {
  let database: Database
  private let used = UsedStatements()

  init(database: Database) { self.database = database }

  func run(_ sql: String, _ values: [SQLValue]) throws {
    _ = try all(sql, values) { _ in }
  }

  /// The results of a query; each row is read in place.
  ///
  /// - Parameter limit: no more rows are stepped to; of a statement that writes, leave it out.
  func all<Output>(
    _ sql: String, _ values: [SQLValue], limit: Int = .max, read: (SQLRow) throws -> Output
  ) throws -> [Output] {
    var found: [Output] = []
    try step(sql, values) { row in
      found.append(try read(row))
      return found.count < limit
    }
    return found
  }

  /// Rows of a query that are too many to keep.
  func forEach(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
    try step(sql, values) { row in
      try body(row)
      return true
    }
  }

  /// - Parameter body: whether another row is wanted.
  @inline(__always)
  private func step(
    _ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Bool
  ) throws {
    let compiled = try used.statement(sql, in: database)
    try withExtendedLifetime(compiled) {
      let statement = unsafe compiled.sqliteStatement
      defer { unsafe sqlite3_reset(statement) }
      for (index, value) in values.enumerated() {
        unsafe try require(Self.bind(value, to: statement, at: Int32(index + 1)))
      }
      while true {
        switch unsafe sqlite3_step(statement) {
        case SQLITE_ROW: if unsafe try !body(SQLRow(statement)) { return }
        case SQLITE_DONE: return
        case let code: throw error(code)
        }
      }
    }
  }

  private func require(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: Int32) -> DatabaseError {
    let message = unsafe database.sqliteConnection.map {
      unsafe String(cString: sqlite3_errmsg($0))
    }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }

  /// Texts are bound with their length, so that they may contain a byte 0.
  private static func bind(
    _ value: SQLValue, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(statement, index, number)
    case .text(var text):
      // SQLite takes a null pointer for NULL, not for an empty text.
      guard !text.isEmpty else { return unsafe sqlite3_bind_text(statement, index, "", 0, copied) }
      return text.withUTF8 { utf8 in
        let start = unsafe UnsafeRawPointer(utf8.baseAddress)
        return unsafe sqlite3_bind_text64(
          statement, index, start?.assumingMemoryBound(to: CChar.self), UInt64(utf8.count), copied,
          UInt8(SQLITE_UTF8))
      }
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(statement, index, 0) }
      return unsafe bytes.withUnsafeBytes {
        unsafe sqlite3_bind_blob64(
          statement, index, $0.baseAddress, UInt64($0.count), copied)
      }
    }
  }

  /// `SQLITE_TRANSIENT`, in C a cast: SQLite makes its own copy.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
