import PaywallCatalog
import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallSubscribers
import Synchronization

/// The tables of a ledger in one SQLite file, for the length of one access to it.
struct SQLiteTables {
  let headers: StoredHeaders
  let salt: Data
  /// The ids whose recorded assignments may have changed.
  var changes = ChangedIds()
  var newConflicts: [ConflictEvent.Cause] = []
  var groupReads = GroupReads()

  private let connection: SQLConnection
  var database: Database { connection.database }

  init(_ connection: SQLConnection, headers: StoredHeaders, salt: Data) {
    self.connection = connection
    self.headers = headers
    self.salt = salt
  }

  init(database: Database, headers: StoredHeaders, salt: Data) {
    self.init(SQLConnection(database: database), headers: headers, salt: salt)
  }

  func run(_ sql: String, _ values: SQLValue...) throws { try connection.run(sql, values) }

  func run(_ sql: String, _ values: [SQLValue]) throws { try connection.run(sql, values) }

  /// The results of a query; each row is read in place.
  func each<Output>(
    _ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Output
  ) throws -> [Output] {
    try connection.all(sql, values, read: read)
  }

  func all<Output>(
    _ sql: String, _ values: [SQLValue], read: (SQLRow) throws -> Output
  ) throws -> [Output] {
    try connection.all(sql, values, read: read)
  }

  /// Rows of a query that are too many to keep.
  func forEach(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
    try connection.forEach(sql, values, body)
  }

  /// The first result of a query that writes nothing.
  func first<Output>(
    _ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Output
  ) throws -> Output? {
    try connection.all(sql, values, limit: 1, read: read).first
  }

  func first<Output>(
    _ sql: String, _ values: [SQLValue], read: (SQLRow) throws -> Output
  ) throws -> Output? {
    try connection.all(sql, values, limit: 1, read: read).first
  }

  /// Whether the last statement wrote anything.
  var didChange: Bool { database.changesCount > 0 }
}

/// The headers that are known to be in the file, so that most texts need no query.
final class StoredHeaders: Sendable {
  private let ids = Mutex<Set<Int64>>([])

  func contains(_ id: Int64) -> Bool { ids.withLock { $0.contains(id) } }

  func insert(_ id: Int64) { ids.withLock { _ = $0.insert(id) } }

  /// Call this after a rollback.
  func forget() { ids.withLock { $0.removeAll() } }
}
