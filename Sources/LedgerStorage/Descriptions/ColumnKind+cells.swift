package import Ledger

extension ColumnDescription.Kind {
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
