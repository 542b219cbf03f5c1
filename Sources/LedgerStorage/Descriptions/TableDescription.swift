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

  /// In exports of earlier versions; their rows add nothing any more.
  package static let former: Set = ["sighting_contests"]

  /// Whether a customer `t` has neither purchases nor texts: a text of another's purchases named it.
  package static let isOnlyNamed = """
    NOT EXISTS (SELECT 1 FROM lines WHERE lines.customer = t.number)
    AND NOT EXISTS (SELECT 1 FROM facts WHERE facts.customer = t.number)
    """
}
