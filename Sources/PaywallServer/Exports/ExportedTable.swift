import Crypto
import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// A table as an export writes it: its columns, then `row_id`, `run` and `is_deleted`. A row that is
/// gone, with an erased person for example, comes once more with `is_deleted` and without the rest.
struct ExportedTable {
  private let source: PlainTable
  /// With all columns.
  let written: PlainTable
  private let terms: WarehouseExport.Terms
  private let ids: HMAC<SHA256>

  /// The column with the moment of the run that wrote the row.
  private static let stamp = "updated_at"

  /// - Parameter salt: secret of the ledger, without which an id cannot be tested against a row.
  init(_ source: PlainTable, _ terms: WarehouseExport.Terms, salt: [UInt8]) {
    self.source = source
    self.terms = terms
    written = PlainTable(
      source.name,
      source.columns + [
        PlainColumn("row_id", .text), PlainColumn("run", .number),
        PlainColumn("is_deleted", .flag),
      ], key: ["row_id"], forEachRow: source.forEachRow)
    ids = HMAC<SHA256>(key: SymmetricKey(data: salt))
  }

  var header: [UInt8] { terms.format == .csv ? written.header : [] }

  /// Gives the lines that differ from those of former runs.
  ///
  /// - Parameter former: the rows that a warehouse has.
  /// - Returns: the rows that it has then.
  func changes(
    since former: ExportedRows, in tables: any SQLTables, run: ExportRun,
    _ write: ([UInt8]) throws -> Void
  ) throws -> ExportedRows {
    var rows: [ExportedRows.Row] = []
    var isSeen = [Bool](repeating: false, count: former.rows.count)
    try source.forEachRow(tables) { cells in
      let id = id(of: cells)
      let shown = terms.ids.shown(cells, of: source)
      let digest = Self.digest(of: source.csv(shown))
      rows.append(ExportedRows.Row(id: id, digest: digest))
      if let place = former.place(of: id) {
        isSeen[place] = true
        guard former.rows[place].digest != digest else { return }
      }
      try write(line(shown, id, run, isDeleted: false))
    }
    let nothing = PlainTable.Cells(repeating: .null, count: source.columns.count)
    for place in isSeen.indices where !isSeen[place] {
      try write(line(nothing, former.rows[place].id, run, isDeleted: true))
    }
    return ExportedRows(rows)
  }

  private func id(of cells: PlainTable.Cells) -> UInt128 {
    let key = source.key.map { place in
      switch cells[place] {
      case .null: ""
      case .flag(let flag): "\(flag)"
      case .number(let number): "\(number)"
      case .text(let text): text
      }
    }
    let named = ([source.name] + key).map { "\($0.utf8.count):\($0)" }.joined()
    return SaltedHash.of(named, under: ids).reduce(0) { $0 << 8 | UInt128($1) }
  }

  private static func digest(of line: [UInt8]) -> UInt64 {
    SHA256.hash(data: line).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func line(
    _ cells: PlainTable.Cells, _ id: UInt128, _ run: ExportRun, isDeleted: Bool
  ) -> [UInt8] {
    var cells = cells
    if let place = source.columns.firstIndex(where: { $0.name == Self.stamp }) {
      cells[place] = .text(run.at.exportedTime)
    }
    cells += [.text(id.hexadecimal), .number(Int64(run.number)), .flag(isDeleted)]
    return terms.format == .csv ? written.csv(cells) : written.json(cells)
  }
}

/// One run of an export.
struct ExportRun {
  let number: Int
  let at: Timestamp

  var day: String { String(at.rfc3339.prefix(10)) }
}

extension UInt128 {
  var hexadecimal: String {
    stride(from: 120, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> UInt128($0)) }
      .hexadecimal
  }
}

extension Timestamp {
  /// `2026-01-31 23:59:59`, UTC
  package var exportedTime: String {
    String(rfc3339.prefix(19)).replacing("T", with: " ")
  }
}
