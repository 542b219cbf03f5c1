import GRDB

/// The compiled statements that an access to a connection has used, by the address of their texts. GRDB
/// looks them up by the texts themselves, and hashing these took a sixth of the time to read a history.
final class UsedStatements {
  private struct Entry {
    let address: UInt
    let length: Int
    /// Retained, so that no other text gets its address.
    let sql: String
    let statement: Statement
  }

  private var entries: [Entry] = []
  /// Searching a longer list would take as long as hashing a text.
  private static let most = 32
  /// Texts of up to this many bytes have no address: they are stored in the `String` itself.
  private static let inlineLength = 15

  func statement(_ sql: String, in database: Database) throws -> Statement {
    guard let (address, length) = Self.address(of: sql) else {
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

  private static func address(of sql: String) -> (address: UInt, length: Int)? {
    unsafe sql.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count > inlineLength, let start = bytes.baseAddress else { return nil }
      return (UInt(bitPattern: start), bytes.count)
    } ?? nil
  }
}
