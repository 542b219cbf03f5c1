import Foundation
import GRDB
package import LedgerStorage
import PaywallTextCoding

/// A file from which rows are moved, or into which they come.
package struct MovableFile: MovableLedger {
  package let name: String
  let pool: any DatabaseWriter
  /// Whether another process had a file open that rows were to come into.
  let isInUse: Bool
  private let owner: FileClaim

  /// Opens a file, and migrates one of an older version.
  ///
  /// - Parameter isCreating: makes a new file if there is none.
  package init(path: String, isCreating: Bool) throws(LedgerOpenError) {
    var options = SQLiteLedger.Options()
    options.isCreating = isCreating
    options.isMoving = true
    // Another process may still write at the beginning of a move.
    options.busyTimeout = 30
    name = path
    owner = FileClaim(of: path)
    isInUse = isCreating ? try SQLiteLedger.isInUse(path) : false
    pool = try SQLiteLedger.open(path: path, options: options).pool
  }

  package func claim() throws -> Bool { try owner.take() }

  package func identity() throws -> LedgerIdentity {
    try read { connection in
      let all = try connection.all("SELECT salt, roots FROM ledger", []) { ($0[0], $0[1]) }
      guard let (salt, roots) = all.first, case .bytes(let bytes) = salt else {
        throw UnreadableRow("a ledger without salt")
      }
      return LedgerIdentity(salt: bytes, roots: roots.plainText)
    }
  }

  package func isEmpty() throws -> Bool {
    try read { try $0.hasNoRows() }
  }

  package func columns(of table: MovedTable) throws -> [String] {
    try read { try MovedColumn.all(of: table, $0).map(\.name).sorted() }
  }

  package func page(
    of table: MovedTable, _ columns: [String], after key: [SQLValue], limit: Int
  ) throws -> MovedPage {
    try read { connection in
      let all = try MovedColumn.all(of: table, connection)
      let wanted = MovedColumn.named(columns, among: all)
      let keys = all.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
      let list = keys.map(\.nameInFile).joined(separator: ", ")
      let places = keys.map { _ in "?" }.joined(separator: ", ")
      let start = key.isEmpty ? "" : " WHERE (\(list)) > (\(places))"
      var page = MovedPage()
      try connection.forEach(
        """
        SELECT \((wanted + keys).map(\.nameInFile).joined(separator: ", "))
        FROM \(table.nameInFile)\(start) ORDER BY \(list) LIMIT ?
        """, key + [.integer(Int64(limit))]
      ) { row in
        page.rows.append(try wanted.enumerated().map { try $1.neutral(row[$0]) })
        page.lastKey = keys.indices.map { row[wanted.count + $0] }
      }
      return page
    }
  }

  package func forEach(
    in table: MovedTable, _ columns: [String], _ body: ([SQLValue]) throws -> Void
  ) throws {
    try read { connection in
      let wanted = MovedColumn.named(columns, among: try MovedColumn.all(of: table, connection))
      let list = wanted.map(\.nameInFile).joined(separator: ", ")
      try connection.forEach("SELECT \(list) FROM \(table.nameInFile)", []) { row in
        try body(wanted.enumerated().map { try $1.neutral(row[$0]) })
      }
    }
  }

  package func lastNumber(of table: MovedTable) throws -> Int64 {
    guard let number = table.number else { return 0 }
    let column = table.columnsInFile[number] ?? number
    return try read { connection in
      try connection.all(
        """
        SELECT max(coalesce((SELECT max(\(column)) FROM \(table.nameInFile)), 0),
          coalesce((SELECT seq FROM sqlite_sequence WHERE name = '\(table.nameInFile)'), 0))
        """, []
      ) { $0.int64(0) }.first ?? 0
    }
  }

  func read<Output>(_ body: (SQLConnection) throws -> Output) throws -> Output {
    try pool.read { try body(SQLConnection(database: $0)) }
  }

  func write<Output>(_ body: (SQLConnection) throws -> Output) throws -> Output {
    try pool.write { try body(SQLConnection(database: $0)) }
  }
}

/// A column of a table in a file.
struct MovedColumn {
  /// By which both databases know it.
  let name: String
  let nameInFile: String
  /// Its place in the primary key, from 1; 0 if it is not in it.
  let keyPlace: Int
  private let form: Form

  /// How a text is stored.
  private enum Form {
    /// As it is, or no text.
    case plain
    /// In its shortest form (`Cell.text`).
    case short
    /// A word of a known list (`Cell.word`).
    case word
    /// A part of a signed text.
    case part
  }

  private static let words: [String: Set<String>] = [
    "transactions": [
      "type", "ownership", "reason", "currency", "storefront", "offer_discount", "offer_period",
      "revocation_type", "additional_reason", "billing_plan",
    ],
    "renewals": ["currency", "billing_plan"],
    "money_events": ["type"],
  ]

  private static let parts: Set = ["payload", "signature"]

  /// A UUID, and so always bytes.
  private static let uuids = ["count_batches": "run"]

  static func all(of table: MovedTable, _ connection: SQLConnection) throws -> [MovedColumn] {
    let names = Dictionary(
      uniqueKeysWithValues: table.columnsInFile.map { ($0.value, $0.key) })
    let columns = try connection.all(
      "SELECT name, type, pk FROM pragma_table_info(?)", [.text(table.nameInFile)]
    ) { row in
      let nameInFile = try row.plain(0)
      let name = names[nameInFile] ?? nameInFile
      let isOfAnyType = try row.plain(1) == "ANY"
      let form: Form =
        if uuids[table.name] == name {
          .short
        } else if !isOfAnyType {
          .plain
        } else if table.name == "facts", parts.contains(name) {
          .part
        } else if words[table.name]?.contains(name) ?? false {
          .word
        } else {
          .short
        }
      return MovedColumn(
        name: name, nameInFile: nameInFile, keyPlace: Int(row.int64(2)), form: form)
    }
    guard table.isNumberedByRow, let number = table.number else { return columns }
    return columns + [
      MovedColumn(name: number, nameInFile: "rowid", keyPlace: 1, form: .plain)
    ]
  }

  /// In the order of the names.
  static func named(_ names: [String], among all: [MovedColumn]) -> [MovedColumn] {
    names.compactMap { name in all.first { $0.name == name } }
  }

  func neutral(_ cell: SQLValue) throws -> SQLValue {
    switch form {
    case .plain: cell
    case .short: try Self.text(Cell.text(of: cell), of: cell)
    case .word: try Self.text(Cell.word(of: cell), of: cell)
    case .part: .bytes(try Cell.part(of: cell).tagged)
    }
  }

  /// A cell that this version cannot read, a word of a later one for instance, must not become nothing.
  private static func text(_ text: String?, of cell: SQLValue) throws -> SQLValue {
    if let text { return .text(text) }
    guard cell == .null else { throw UnreadableRow("a cell of a later version") }
    return .null
  }

  func stored(_ cell: SQLValue) throws -> SQLValue {
    switch (form, cell) {
    case (.short, .text(let text)): Cell.text(text)
    case (.word, .text(let text)): Cell.word(text)
    case (.part, .bytes(let bytes)): Cell.part(try PackedText.Part(tagged: bytes))
    default: cell
    }
  }
}

extension MovedTable {
  /// Whether a file gives its rows no number but their place.
  var isNumberedByRow: Bool { columnsInFile.values.contains("rowid") }
}

extension SQLConnection {
  /// Whether nothing is kept.
  func hasNoRows() throws -> Bool {
    try MovedTable.all.allSatisfy { table in
      try all("SELECT 1 FROM \(table.nameInFile) LIMIT 1", []) { _ in true }.isEmpty
    }
  }
}

extension SQLValue {
  /// Stored verbatim.
  var plainText: String? { if case .text(let text) = self { text } else { nil } }
}
