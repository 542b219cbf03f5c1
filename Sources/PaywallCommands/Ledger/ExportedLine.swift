import AppStore
import CommandSupport
import HTTPDocuments
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// A line of an export.
struct ExportedLine {
  let text: String

  init(_ item: ExportedItem) {
    text = String(decoding: JSONText { $0.content(item.content) }.bytes, as: UTF8.self)
  }
}

extension ExportedLine {
  /// Returns the salt in the first line of an export.
  static func salt(in members: [JSONValue.Member]) -> String? {
    guard members.contains(where: { $0.name == "kind" && $0.value == .text("ledger") }),
      case .text(let salt)? = members.first(where: { $0.name == "salt" })?.value
    else { return nil }
    return salt
  }

  /// Returns the number of lines before the last line of an export, as that line says.
  static func end(in members: [JSONValue.Member]) -> Int64? {
    guard members.contains(where: { $0.name == "kind" && $0.value == .text("end") }),
      case .integer(let lines)? = members.first(where: { $0.name == "lines" })?.value
    else { return nil }
    return lines
  }
}

extension ExportedItem {
  fileprivate var content: Content {
    switch self {
    case .ledger(let salt): ["kind": "ledger", "salt": .text(salt)]
    case .text(let entry):
      .members(
        ("kind", entry.kind.rawValue), ("environment", entry.environment.rawValue),
        ("receivedAt", entry.receivedAt), ("text", entry.text.compact))
    case .row(let row):
      .object(
        [Content.Member("table", .text(row.table))]
          + row.cells.map { Content.Member($0.column, $0.value.content) })
    case .end(let lines): ["kind": "end", "lines": lines.content]
    }
  }
}

extension ExportedRow.Value {
  fileprivate var content: Content {
    switch self {
    case .null: .null
    case .flag(let flag): .boolean(flag)
    case .number(let number): .integer(number)
    case .text(let text): .text(text)
    }
  }
}

extension ExportedRow {
  /// Reads a row; `nil` for an object that is no row of an export.
  init?(_ members: [JSONValue.Member]) {
    guard let name = members.first(where: { $0.name == "table" }),
      case .text(let table) = name.value
    else { return nil }
    var cells: [Cell] = []
    for member in members where member.name != "table" {
      switch member.value {
      case .null: cells.append(Cell(member.name, .null))
      case .boolean(let flag): cells.append(Cell(member.name, .flag(flag)))
      case .integer(let number): cells.append(Cell(member.name, .number(number)))
      case .text(let text): cells.append(Cell(member.name, .text(text)))
      case .number, .list, .object: return nil
      }
    }
    self.init(table: table, cells: cells)
  }
}

extension ExportedLine {
  static let schema = Schema.any([
    .object([
      .always("kind", .constant("ledger")),
      .always("salt", .text, "Of the marks of erased customers; the first line."),
    ]),
    .object([
      .always("kind", .words(of: LedgerEntry.Kind.self)),
      .always("environment", .words(of: AppStoreEnvironment.self)),
      .always("receivedAt", .moment), .always("text", .text, "As Apple signed it."),
    ]),
    Schema.map(to: .any([.text, .integer(), .boolean, ["type": "null"]]))
      .with("required", .list(["table"]))
      .described("A row of the table `table`, with its columns."),
    .object([
      .always("kind", .constant("end")),
      .always("lines", .count, "How many are before this one, the last."),
    ]),
  ])
}
