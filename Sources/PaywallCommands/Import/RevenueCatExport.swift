import AppStoreSync
import CommandSupport
import Serving

/// The transactions of customers in RevenueCat's scheduled export (CSV, from version 3 on): the ids
/// by which Apple finds their histories. Source: RevenueCat's documentation, "Data Export Version
/// 5".
struct RevenueCatExport {
  /// The number of rows by outcome.
  private(set) var rows = 0
  private(set) var ids = 0
  private(set) var repeated = 0
  private(set) var sandbox = 0
  private(set) var otherStores = 0
  /// Rows that cannot be used, by their line in the file; the first hundred.
  private(set) var refusals: [(line: Int, text: String)] = []
  private(set) var refused = 0

  private let columns: Columns
  private var seen: Set<String> = []
  private static let mostRefusals = 100

  private struct Columns {
    var store, isSandbox, transaction, original: Int
    var count: Int
  }

  /// - Throws: a failure if the head is not that of such an export.
  init(head: [String], of path: String) throws(Failure) {
    var names = head
    if names[0].hasPrefix("\u{FEFF}") { names[0].removeFirst() }
    if let refusal = Self.refusal(of: names[0], path) { throw refusal }
    func place(_ name: String) throws(Failure) -> Int {
      if let place = names.firstIndex(of: name) { return place }
      throw Failure(
        .no, "\(path):1: the export has no column '\(name)'",
        help: "export transactions as CSV with store, is_sandbox, store_transaction_id and"
          + " original_store_transaction_id")
    }
    columns = Columns(
      store: try place("store"), isSandbox: try place("is_sandbox"),
      transaction: try place("store_transaction_id"),
      original: try place("original_store_transaction_id"), count: names.count)
  }

  private static func refusal(of start: String, _ path: String) -> Failure? {
    if start.utf8.starts(with: [0x1F]) {
      return Failure(
        .no, "'\(path)' is compressed",
        help: "zcat FILE | paywall import revenuecat --customers -")
    }
    guard start.hasPrefix("PAR1") else { return nil }
    return Failure(.no, "'\(path)' is a Parquet file", help: "choose CSV for the export")
  }

  /// Returns the id by which a customer's history can be asked for; `nil` for a row that names
  /// none, or only known ones.
  mutating func id(in cells: [String], line: Int) -> String? {
    rows += 1
    guard cells.count >= columns.count else {
      return refuse(
        line, "it has \(cells.count) of \(columns.count) columns; was the file cut off?")
    }
    guard ["app_store", "mac_app_store"].contains(cells[columns.store].lowercased()) else {
      guard !cells[columns.store].isEmpty else { return refuse(line, "it names no store") }
      otherStores += 1
      return nil
    }
    switch cells[columns.isSandbox].lowercased() {
    case "false", "f": break
    case "true", "t":
      sandbox += 1
      return nil
    default:
      return refuse(line, "is_sandbox is '\(cells[columns.isSandbox])', neither true nor false")
    }
    let original = cells[columns.original]
    let id = original.isEmpty ? cells[columns.transaction] : original
    guard BackfillList.isId(id) else {
      return refuse(
        line, id.isEmpty ? "it has no transaction id" : "'\(id.prefix(64))' is no transaction id")
    }
    guard seen.insert(id).inserted else {
      repeated += 1
      return nil
    }
    ids += 1
    return id
  }

  /// Counts a row that cannot be used.
  @discardableResult
  mutating func refuse(_ line: Int, _ why: String) -> String? {
    refused += 1
    if refusals.count < Self.mostRefusals { refusals.append((line, why)) }
    return nil
  }

  var sentence: String {
    let left = [
      (repeated, "repeated"), (otherStores, "of other stores"), (sandbox, "of the sandbox"),
      (refused, "refused"),
    ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    return
      "\(ids.grouped) \(ids == 1 ? "id" : "ids") in \(rows.grouped) \(rows == 1 ? "row" : "rows")"
      + (left.isEmpty ? "" : "; \(left.joined(separator: ", "))") + "."
  }
}
