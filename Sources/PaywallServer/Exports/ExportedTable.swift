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
  /// With the three columns alone.
  private let ending: PlainTable
  /// The place of the column with the moment of the run that wrote the row.
  private let stamp: Int?
  private let terms: WarehouseExport.Terms
  private let ids: HMAC<SHA256>

  /// - Parameter salt: secret of the ledger, without which an id cannot be tested against a row.
  init(_ source: PlainTable, _ terms: WarehouseExport.Terms, salt: [UInt8]) {
    self.source = source
    self.terms = terms
    let added = [
      PlainColumn("row_id", .text), PlainColumn("run", .number), PlainColumn("is_deleted", .flag),
    ]
    written = PlainTable(
      source.name, source.columns + added, key: ["row_id"], forEachRow: source.forEachRow)
    ending = PlainTable(source.name, added, key: ["row_id"], forEachRow: source.forEachRow)
    stamp = source.columns.firstIndex { $0.name == "updated_at" }
    ids = HMAC<SHA256>(key: SymmetricKey(data: salt))
  }

  var header: [UInt8] { terms.format == .csv ? written.header : [] }

  /// Gives the lines that differ from those of former runs.
  ///
  /// - Parameters:
  ///   - rows: with those that a warehouse has.
  ///   - state: gets the rows that it has then.
  func writeChanges(
    in tables: any SQLTables, comparing rows: inout RowComparison, to state: inout NewState,
    run: ExportRun, _ write: ([UInt8]) throws -> Void
  ) throws {
    var csv: [UInt8] = []
    try source.forEachRow(tables) { cells in
      let id = id(of: cells)
      let shown = terms.ids.shown(cells, of: source)
      csv.removeAll(keepingCapacity: true)
      source.writeCSV(shown, to: &csv)
      if try rows.add(RowDigest(id: id, digest: Self.digest(of: csv))) {
        try write(line(shown, csv, id, run))
      }
    }
    let nothing = PlainTable.Cells(repeating: .null, count: source.columns.count)
    csv.removeAll()
    source.writeCSV(nothing, to: &csv)
    try rows.finish(&state) { id in try write(line(nothing, csv, id, run, isDeleted: true)) }
  }

  private func id(of cells: PlainTable.Cells) -> UInt128 {
    var named: [UInt8] = []
    func add(_ text: String) {
      named += String(text.utf8.count).utf8
      named.append(UInt8(ascii: ":"))
      named += text.utf8
    }
    add(source.name)
    for place in source.key {
      switch cells[place] {
      case .null: add("")
      case .flag(let flag): add(flag ? "true" : "false")
      case .number(let number): add(String(number))
      case .text(let text): add(text)
      }
    }
    return SaltedHash.of(named, under: ids).reduce(0) { $0 << 8 | UInt128($1) }
  }

  private static func digest(of line: [UInt8]) -> UInt64 {
    SHA256.hash(data: line).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// - Parameter csv: the cells as a line.
  private func line(
    _ cells: PlainTable.Cells, _ csv: [UInt8], _ id: UInt128, _ run: ExportRun,
    isDeleted: Bool = false
  ) -> [UInt8] {
    let added: PlainTable.Cells = [
      .text(id.hexadecimal), .number(Int64(run.number)), .flag(isDeleted),
    ]
    var cells = cells
    if let stamp { cells[stamp] = .text(run.at.exportedTime) }
    guard terms.format == .csv else { return written.json(cells + added) }
    var line = csv
    if stamp != nil {
      line.removeAll(keepingCapacity: true)
      source.writeCSV(cells, to: &line)
    }
    line[line.count - 1] = UInt8(ascii: ",")
    ending.writeCSV(added, to: &line)
    return line
  }
}

/// One run of an export.
struct ExportRun {
  let number: Int
  let at: Timestamp

  var day: String { String(at.rfc3339.prefix(10)) }
}

extension UInt128 {
  var hexadecimal: String { unsafe withUnsafeBytes(of: bigEndian) { unsafe $0.hexadecimal } }
}

extension Timestamp {
  /// `2026-01-31 23:59:59`, UTC
  package var exportedTime: String {
    let time = rfc3339.utf8.prefix(19).map { $0 == UInt8(ascii: "T") ? UInt8(ascii: " ") : $0 }
    return String(decoding: time, as: UTF8.self)
  }
}
