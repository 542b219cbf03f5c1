import Catalog
import Foundation
import GRDB
import Ledger
import Subscribers
import Synchronization

/// The tables of a ledger in one SQLite file, for the length of one access to it.
struct SQLiteTables {
  let database: Database
  let headers: StoredHeaders
  let salt: Data

  /// Statements are compiled once for a connection.
  func run(_ sql: String, _ cells: DatabaseValue...) throws {
    let statement = try database.cachedStatement(sql: sql)
    try statement.execute(arguments: StatementArguments(cells))
  }

  /// What a query finds, each row read where it stands.
  func each<Output>(
    _ sql: String, _ cells: DatabaseValue..., read: (Row) throws -> Output
  ) throws -> [Output] {
    try all(sql, cells, read: read)
  }

  func all<Output>(
    _ sql: String, _ cells: [DatabaseValue], read: (Row) throws -> Output
  ) throws -> [Output] {
    let statement = try database.cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(cells))
    var found: [Output] = []
    while let row = try rows.next() { found.append(try read(row)) }
    return found
  }

  func first<Output>(
    _ sql: String, _ cells: DatabaseValue..., read: (Row) throws -> Output
  ) throws -> Output? {
    try all(sql, cells, read: read).first
  }

  /// Whether the last statement wrote anything.
  var didChange: Bool { database.changesCount > 0 }
}

/// The headers that are known to be in the file, so that most texts need not ask.
final class StoredHeaders: Sendable {
  private let ids = Mutex<Set<Int64>>([])

  func contains(_ id: Int64) -> Bool { ids.withLock { $0.contains(id) } }

  func insert(_ id: Int64) { ids.withLock { _ = $0.insert(id) } }

  /// After anything was undone.
  func forget() { ids.withLock { $0.removeAll() } }
}

extension Row {
  func int(_ index: Int) -> Int { Int(int64(index)) }

  func int64(_ index: Int) -> Int64 { int64(optional: index) ?? 0 }

  func int64(optional index: Int) -> Int64? {
    guard case .int64(let number) = cell(index).storage else { return nil }
    return number
  }

  func int(optional index: Int) -> Int? { int64(optional: index).map { Int($0) } }

  func flag(_ index: Int) -> Bool? { int64(optional: index).map { $0 != 0 } }

  func moment(_ index: Int) -> Timestamp? {
    int64(optional: index).map { Timestamp(milliseconds: $0) }
  }

  func text(_ index: Int) -> String? { Cell.text(of: cell(index)) }

  func word(_ index: Int) -> String? { Cell.word(of: cell(index)) }

  func required(_ index: Int) throws -> String {
    guard let text = text(index) else { throw UnreadableRow("no text in column \(index)") }
    return text
  }

  func cell(_ index: Int) -> DatabaseValue { self[index] }
}
