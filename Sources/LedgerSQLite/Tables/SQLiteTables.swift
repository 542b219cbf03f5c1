import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog

/// The tables of a ledger in one SQLite file, for the length of one access to it.
struct SQLiteTables: SQLTables {
  typealias Row = SQLRow
  typealias Cell = LedgerSQLite.Cell

  static let hasTypedColumns = false
  static let headerText = "text"

  let known: PermanentRows
  let salt: [UInt8]
  let keepsNothing: Bool
  var reads = TransactionReads()

  private let connection: SQLConnection
  var database: Database { connection.database }

  init(
    _ connection: SQLConnection, known: PermanentRows, salt: Data, keepsNothing: Bool = false
  ) {
    self.keepsNothing = keepsNothing
    self.connection = connection
    self.known = known
    self.salt = Array(salt)
  }

  init(database: Database, known: PermanentRows = PermanentRows(), salt: Data = Data()) {
    self.init(SQLConnection(database: database), known: known, salt: salt)
  }

  func run(_ sql: String, _ values: [SQLValue]) throws { try connection.run(sql, values) }

  func writes(_ sql: String, _ values: [SQLValue]) throws -> Bool {
    try connection.run(sql, values)
    return database.changesCount > 0
  }

  func add(_ insertion: NumberedInsertion, _ values: [SQLValue]) throws -> Int64 {
    try connection.run(insertion.drawn, values)
    return database.lastInsertedRowID
  }

  /// Each row is read in place.
  func all<Output>(
    _ sql: String, _ values: [SQLValue], limit: Int, read: (SQLRow) throws -> Output
  ) throws -> [Output] {
    try connection.all(sql, values, limit: limit, read: read)
  }

  func forEach(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
    try connection.forEach(sql, values, body)
  }

  // There is one writer.
  func lock(_ names: @autoclosure () -> [LockName]) -> Bool { false }

  func noteLock(ofNewCustomer number: CustomerRow.Number) {}
}
