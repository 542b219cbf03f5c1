package import Ledger

/// A table with what a ledger keeps: the one description from which exports, imports, moves and
/// their digests follow.
package struct TableDescription: Sendable {
  /// Its name in a file and in exports.
  package let name: String
  package let columns: [ColumnDescription]
  /// The columns that an export shows; customers and purchase chains have other numbers where it is
  /// restored, and are named by Apple's ids.
  package let exportedColumns: [ColumnDescription]
  package let export: Export
  /// The rows to export, as a condition in SQL.
  package let filter: String

  /// Whether an export has the rows of a table.
  package enum Export: Sendable {
    /// They follow from the texts, or from other rows.
    case derived
    case whole
    /// They follow from the texts, except for what depends on the order in which these came. After
    /// texts in another order, restored rows replace them.
    case corrected
  }

  init(
    _ name: String, _ columns: [ColumnDescription]..., export: Export = .whole,
    where filter: String = "TRUE"
  ) {
    self.name = name
    self.columns = columns.flatMap(\.self)
    exportedColumns = self.columns.filter {
      $0.role != .derived && $0.kind != .customer && $0.kind != .chain
    }
    self.export = export
    self.filter = filter
  }

  static func derived(_ name: String, _ columns: [ColumnDescription]...) -> TableDescription {
    TableDescription(name, columns.flatMap(\.self), export: .derived)
  }

  /// The name that PostgreSQL has, and that moves note and compare.
  package var neutralName: String { name == "lines" ? "chains" : name }

  /// The column that refers to a customer, if there is one.
  package var customer: String? { name == "customers" ? "number" : column(of: .customer) }
  /// The column that refers to a purchase chain, if there is one.
  package var chain: String? { column(of: .chain) }
  /// The column of the rows' numbers, which are never given twice.
  package var number: String? { column(of: .serial) }
  /// The column of a count that a database may keep in several rows.
  package var sum: String? { column(of: .sum) }

  private func column(of kind: ColumnDescription.Kind) -> String? {
    columns.first { $0.kind == kind }?.name
  }

  /// Tables in the order in which an export has them.
  package static let exported =
    all.filter { $0.export == .whole } + all.filter { $0.export == .corrected }

  /// No version writes them any more. Former exports have them, and their rows add nothing; a server
  /// of a former version that still has the database open may write them.
  package static let former: Set = ["money_events", "sighting_contests"]

  /// Whether a customer `t` has neither purchases nor texts: a text of another's purchases named it.
  package static let isOnlyNamed = """
    NOT EXISTS (SELECT 1 FROM lines WHERE lines.customer = t.number)
    AND NOT EXISTS (SELECT 1 FROM facts WHERE facts.customer = t.number)
    """
}

/// A column of a table.
package struct ColumnDescription: Hashable, Sendable {
  /// Its name in a file and in exports.
  package let name: String
  package let kind: Kind
  package let role: Role

  /// The content of a column, from which follow how a database stores it and how an export shows it.
  package enum Kind: Sendable {
    /// A text from outside (`Cell.text`).
    case text
    /// A text that is stored verbatim.
    case plain
    /// A word, often of a known list (`Cell.word`).
    case word
    /// A part of a signed text (`Cell.part`).
    case part
    case number
    /// The number of the row, which the database gives and never gives twice.
    case serial
    /// A count that a database may keep in several rows, one for each slot.
    case sum
    /// The number of a customer, or of a purchase chain.
    case customer, chain
    case flag, environment
    /// Milliseconds since 1970.
    case moment
    case bytes
  }

  package enum Role: Sendable {
    /// A row with the same identity is the same row, whatever has been added to it since.
    case identity
    case addition
    /// Follows from the texts, so that no export has it.
    case derived
  }

  /// Names that PostgreSQL has, of columns that have others in a file.
  private static let neutralNames = [
    "line": "chain", "user": "user_id", "text": "content", "rowid": "number",
  ]

  package static func neutral(_ name: String) -> String { neutralNames[name] ?? name }

  /// The name by which a move compares the columns of two ledgers.
  package var neutralName: String { Self.neutral(name) }
}

/// Adjacent columns of one kind.
extension [ColumnDescription] {
  static func key(_ kind: ColumnDescription.Kind, _ names: String...) -> Self {
    names.map { ColumnDescription(name: $0, kind: kind, role: .identity) }
  }

  static func cell(_ kind: ColumnDescription.Kind, _ names: String...) -> Self {
    names.map { ColumnDescription(name: $0, kind: kind, role: .addition) }
  }

  static func derived(_ kind: ColumnDescription.Kind, _ names: String...) -> Self {
    names.map { ColumnDescription(name: $0, kind: kind, role: .derived) }
  }

  static func columns(_ groups: Self...) -> Self { groups.flatMap(\.self) }

  /// The row's own.
  static var number: Self { key(.serial, "number") }
  static var environment: Self { key(.environment, "environment") }
  static var customer: Self { key(.customer, "customer") }
  static var chain: Self { key(.chain, "line") }
}

extension ColumnDescription.Kind {
  init(_ kind: DetailKind) {
    self =
      switch kind {
      case .text: .plain
      case .number: .number
      case .flag: .flag
      }
  }

  /// A cell as all databases understand it: texts as they came from outside, whatever form a database
  /// stores.
  ///
  /// - Throws: `UnreadableRow` for a cell that this version cannot read, a word of a later one for
  ///   instance, which must not become nothing.
  func neutral<Cell: DatabaseCell>(_ cell: SQLValue, as _: Cell.Type) throws -> SQLValue {
    switch self {
    case .text, .plain, .word:
      if let text = text(of: cell, as: Cell.self) { return .text(text) }
      guard cell == .null else { throw UnreadableRow("a cell of a later version") }
      return .null
    case .part: return .bytes(try Cell.part(of: cell).tagged)
    default: return cell
    }
  }

  /// A neutral cell as a database stores it.
  package func stored<Cell: DatabaseCell>(
    _ cell: SQLValue, as _: Cell.Type
  ) throws -> SQLValue {
    switch (self, cell) {
    case (.text, .text(let text)): Cell.text(text)
    case (.plain, .text(let text)): Cell.plain(text)
    case (.word, .text(let text)): Cell.word(text)
    case (.part, .bytes(let bytes)): Cell.part(try PackedText.Part(tagged: bytes))
    default: cell
    }
  }

  /// `nil` for a cell without a text that this version can read.
  package func text<Cell: DatabaseCell>(of cell: SQLValue, as _: Cell.Type) -> String? {
    switch self {
    case .text: Cell.text(of: cell)
    case .word: Cell.word(of: cell)
    default: Cell.plain(of: cell)
    }
  }
}
