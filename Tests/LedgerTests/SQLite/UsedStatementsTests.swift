import GRDB
import Testing

@testable import LedgerSQLite

/// A statement that is found by where its text is must be the one of that text.
@Suite("Statements found by where their texts are")
struct UsedStatementsTests {
  private static func expect(
    _ number: Int, from sql: String, _ connection: SQLConnection,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try connection.all(sql, []) { $0.int64(0) }.first
    #expect(found == Int64(number), sourceLocation: sourceLocation)
  }

  @Test("a text that is made, used and gone leaves no statement for the next one in its place")
  func texts() throws {
    try DatabaseQueue().inDatabase { database in
      let connection = SQLConnection(database: database)
      for round in 0..<200 {
        // The texts have one length, so that memory is used again.
        let wanted = 100_000 + round
        try Self.expect(wanted, from: "SELECT \(wanted) AS a_number_of_its_own", connection)
        // GRDB's own list would retain the text.
        database.clearSchemaCache()
      }
    }
  }

  @Test("more texts than are kept, and short ones, are found as well")
  func many() throws {
    try DatabaseQueue().inDatabase { database in
      let connection = SQLConnection(database: database)
      let texts = (0..<100).map { "SELECT \($0) AS a_number_of_its_own" }
      for _ in 0..<2 {
        for (index, sql) in texts.enumerated() {
          try Self.expect(index, from: sql, connection)
        }
        try Self.expect(1, from: "SELECT 1", connection)
        try Self.expect(2, from: "SELECT 2", connection)
      }
    }
  }
}
