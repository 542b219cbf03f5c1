import GRDB

/// The compiled statements that one access to a connection has used, found by where their texts are in
/// memory. GRDB keeps them by their texts, and hashes some hundred bytes at each use: a sixth of the
/// time of reading a history.
final class UsedStatements {
  private struct Entry {
    let address: UInt
    let length: Int
    /// Kept, so that no other text takes its place in memory.
    let sql: String
    let statement: Statement
  }

  private var entries: [Entry] = []
  /// A longer list would take as long to look through as a text takes to hash.
  private static let most = 32
  /// Texts up to this length, in bytes, may have no place of their own: they are stored in the
  /// `String` itself.
  private static let inlineLength = 15

  func statement(_ sql: String, in database: Database) throws -> Statement {
    guard let (address, length) = Self.place(of: sql) else {
      return try database.cachedStatement(sql: sql)
    }
    for entry in entries where entry.address == address && entry.length == length {
      return entry.statement
    }
    let statement = try database.cachedStatement(sql: sql)
    if entries.count < Self.most {
      entries.append(Entry(address: address, length: length, sql: sql, statement: statement))
    }
    return statement
  }

  private static func place(of sql: String) -> (address: UInt, length: Int)? {
    unsafe sql.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count > inlineLength, let start = bytes.baseAddress else { return nil }
      return (UInt(bitPattern: start), bytes.count)
    } ?? nil
  }
}
