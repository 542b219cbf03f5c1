/// Details of exposures that repeat, which are stored once under a number that never gets another
/// meaning.
package protocol InternedDetails: Hashable, Sendable {
  /// The table with their rows.
  static var table: String { get }
  /// In the order of the table; a new one is the last.
  static var columns: [DetailColumn<Self>] { get }

  /// Details of which none is known.
  static var unknown: Self { get }
}

extension InternedDetails {
  /// In the order of the columns.
  package var cells: [SQLValue] { Self.columns.map { $0.cell(self) } }

  /// - Throws: `UnreadableRow` for a word of a later version.
  package init(cells: [SQLValue]) throws {
    self = .unknown
    for (column, cell) in zip(Self.columns, cells) where cell != .null {
      guard column.set(&self, cell) else {
        throw UnreadableRow("\(Self.table) with an unknown \(column.name)")
      }
    }
  }

  package init(_ row: some LedgerRow) throws {
    try self.init(
      cells: Self.columns.enumerated().map { place, column in
        switch column.kind {
        case .text: row.plain(optional: place)?.cell ?? .null
        case .number, .flag: row.int64(optional: place)?.cell ?? .null
        }
      })
  }
}
