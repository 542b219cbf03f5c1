package import Ledger
import PaywallTextCoding

/// A ledger from which all rows can be moved, or into which they come. Its calls block.
///
/// Cells are neutral (`ColumnDescription`), in the order of the table's columns.
package protocol MovableLedger: Sendable {
  /// The name for people: a path, or an address without parameters.
  var name: String { get }

  /// Keeps other processes from moving this ledger as well, as long as this one runs.
  ///
  /// - Returns: `false` if another process does so.
  func claim() throws -> Bool

  func identity() throws -> LedgerIdentity

  /// The columns that a table has, by their neutral names, sorted.
  func columns(of table: TableDescription) throws -> [String]

  /// The next rows in the order of the table's key.
  ///
  /// - Parameter key: of the last row before; empty for the first rows.
  func page(of table: TableDescription, after key: [SQLValue], limit: Int) throws -> MovedPage

  /// All rows of a table, in any order.
  func forEach(in table: TableDescription, _ body: ([SQLValue]) throws -> Void) throws

  /// The highest number that a table has given to a row.
  func lastNumber(of table: TableDescription) throws -> Int64

  // MARK: Source of a move

  /// The move out of this ledger, begun or done.
  func departure() throws -> Departure?

  /// From now on nothing is written into this ledger, by any process.
  func depart(_ departure: Departure) throws

  /// Ends the departure: all rows are in the other ledger.
  ///
  /// - Returns: whether it is this move that the ledger is in.
  func endDeparture(_ move: String) throws -> Bool

  /// Whether an import of a whole export has begun here and not ended.
  func isBeingRestored() throws -> Bool

  /// The ledger is written into again, unless its move has ended.
  ///
  /// - Returns: whether it is.
  func cancelDeparture() throws -> Bool

  // MARK: Target of a move

  /// The move into this ledger that has begun.
  func arrival() throws -> Arrival?

  /// Whether nothing is kept here.
  func isEmpty() throws -> Bool

  /// Servers that are using this ledger, for people.
  func servers() throws -> [String]

  /// Begins a move into this ledger. Until it ends, no other process can open the ledger.
  ///
  /// - Throws: `LedgerMoveError.notEmpty` if rows have come since it was asked.
  func arrive(_ move: String, as identity: LedgerIdentity) throws

  /// Declares that this process's additions from now on belong to the move.
  func goOn(with move: String) throws

  /// Adds rows, and notes that they have come.
  ///
  /// - Parameter key: of the last one.
  func add(_ rows: [[SQLValue]], to table: TableDescription, last key: [SQLValue]) throws

  /// The next row of a table gets a higher number.
  func setLastNumber(_ number: Int64, of table: TableDescription) throws

  func endArrival() throws
}

/// The values that tie rows to one ledger.
package struct LedgerIdentity: Hashable, Sendable {
  /// The salt of the hashes in its rows.
  package var salt: [UInt8]
  /// SHA-256 of the roots under which its facts were verified, as stored.
  package var roots: String?
}

/// Rows of a table.
package struct MovedPage: Sendable {
  package var rows: [[SQLValue]] = []
  /// The key of the last row, as its database stores it.
  package var lastKey: [SQLValue] = []
}

/// A move out of a ledger.
package struct Departure: Hashable, Sendable {
  /// Names the move in both ledgers.
  package var move: String
  /// The name of the other ledger.
  package var target: String
  /// Milliseconds since 1970.
  package var beganAt: Int64
  package var isDone = false

  /// The refusal that a process gets when it writes into the ledger.
  package static func refusal(to target: String) -> String {
    "this ledger is read-only in favour of \(target)"
  }
}

/// A move into a ledger that has not ended.
package struct Arrival: Hashable, Sendable {
  package var move: String
  /// The key of the last row that has arrived, by table.
  package var keys: [String: [SQLValue]] = [:]

  /// A note of a ledger into which rows come.
  package struct Note: Sendable {
    package var kind: String
    package var name: String
    package var value: String

    package init(_ kind: String, _ name: String, _ value: String) {
      self.kind = kind
      self.name = name
      self.value = value
    }

    /// The note of a move's name.
    package static func move(_ name: String) -> Note { Note("move", "", name) }

    /// The key of the last row of a table.
    package static func key(_ key: [SQLValue], of table: TableDescription) -> Note {
      Note("key", table.neutralName, MovedKey.text(of: key))
    }
  }

  /// `nil` if none of the notes names a move.
  package init?(_ notes: [Note]) throws {
    guard let move = notes.first(where: { $0.kind == "move" }) else { return nil }
    self.move = move.value
    for note in notes where note.kind == "key" {
      keys[note.name] = try MovedKey.key(of: note.value)
    }
  }
}

/// The key of a row as text, in which a move notes how far it came.
package enum MovedKey {
  package static func text(of key: [SQLValue]) -> String {
    key.map { value in
      switch value {
      case .null: "n"
      case .integer(let number): "i\(number)"
      case .text(let text): "t\(Array(text.utf8).hexadecimal)"
      case .bytes(let bytes): "b\(bytes.hexadecimal)"
      }
    }.joined(separator: " ")
  }

  package static func key(of text: String) throws -> [SQLValue] {
    try text.split(separator: " ").map { part in
      let rest = part.dropFirst()
      switch part.first {
      case "n": return .null
      case "i": if let number = Int64(rest) { return .integer(number) }
      case "t":
        if let bytes = [UInt8](hexadecimal: String(rest)) {
          return .text(String(decoding: bytes, as: UTF8.self))
        }
      case "b": if let bytes = [UInt8](hexadecimal: String(rest)) { return .bytes(bytes) }
      default: break
      }
      throw UnreadableRow("'\(part)' is no part of a key")
    }
  }
}
