package import Ledger
package import LedgerStorage
import PaywallTextCoding

/// A part of an export, in the order of the file.
package enum ExportedItem: Sendable {
  /// The salt of the ledger's hashes, in hexadecimal: rows that hold hashes mean nothing without it.
  case ledger(salt: String)
  case text(LedgerEntry)
  case row(ExportedRow)
  /// The last one, with the number of those before it: without it an export is a part of one.
  case end(lines: Int)
}

extension SQLiteLedger {
  /// Exports everything that the ledger keeps, as of one moment. The log beside the file grows with
  /// writes in the meantime.
  ///
  /// - Parameter onlyTexts: only what Apple signed.
  package func export(
    onlyTexts: Bool = false, _ write: @escaping @Sendable (ExportedItem) throws -> Void
  ) async throws(LedgerFailure) {
    try await readTables { tables in
      var lines = 0
      let count = { (item: ExportedItem) in
        try write(item)
        lines += 1
      }
      if !onlyTexts { try count(.ledger(salt: tables.salt.hexadecimal)) }
      var number: Int64 = 0
      while let last = try tables.export(textsAfter: number, count) { number = last }
      for table in onlyTexts ? [] : TableDescription.exported {
        try tables.export(table, count)
      }
      try write(.end(lines: lines))
    }
  }
}

extension SQLiteTables {
  /// Writes a page of texts.
  ///
  /// - Returns: the number of the last one; `nil` after the end.
  fileprivate func export(
    textsAfter number: Int64, _ write: (ExportedItem) throws -> Void
  ) throws -> Int64? {
    let page = try entries(after: number, limit: 500)
    for entry in page { try write(.text(entry)) }
    return page.last?.number
  }

  fileprivate func export(
    _ table: TableDescription, _ write: (ExportedItem) throws -> Void
  ) throws {
    let columns = table.exportedCells
    try forEach(table.query, []) { row in
      var cells: [ExportedRow.Cell] = []
      for (index, column) in columns.enumerated() {
        let value = try column.kind.value(of: row[index], as: Cell.self)
        if value != .null { cells.append(ExportedRow.Cell(column.name, value)) }
      }
      try write(.row(ExportedRow(table: table.name, cells: cells)))
    }
  }
}

extension TableDescription {
  /// The cells that name a customer: an `appTransactionId`, or the id of a purchase of a customer
  /// whom Apple has not named, and the environment.
  static let ownerNames: [(name: String, kind: ColumnDescription.Kind)] = [
    ("appTransactionId", .text), ("originalTransactionId", .text),
    ("customerEnvironment", .environment),
  ]

  /// The cells of a row of an export.
  var exportedCells: [(name: String, kind: ColumnDescription.Kind)] {
    exportedColumns.map { (name: $0.name, kind: $0.kind) } + (owner == nil ? [] : Self.ownerNames)
  }

  /// The column that refers to a customer or to a purchase chain.
  var owner: String? { customer ?? chain }

  /// Gives these cells, in an order of the rows that depends on their content alone.
  var query: String {
    let own = exportedColumns.map { "t.\($0.name)" }
    var (outputs, join, order) = (own, "", own)
    let purchase = "(SELECT min(original_transaction_id) FROM lines WHERE customer = c.number)"
    let ofCustomer = "CASE WHEN c.app_transaction_id IS NULL THEN \(purchase) END"
    if let chain {
      join = "LEFT JOIN lines AS l ON l.number = t.\(chain) "
    }
    if chain != nil, customer == nil {
      order = ["l.original_transaction_id", "l.environment"] + own
    }
    if let customer {
      join += "LEFT JOIN customers AS c ON c.number = t.\(customer)"
      order += ["\(own.count + 1)", "\(own.count + 2)"]
    }
    switch (customer, chain) {
    case (nil, nil): break
    case (nil, _?): outputs += ["NULL", "l.original_transaction_id", "l.environment"]
    case (_?, nil): outputs += ["c.app_transaction_id", ofCustomer, "c.environment"]
    case (_?, _?):
      outputs += [
        "c.app_transaction_id", "coalesce(l.original_transaction_id, \(ofCustomer))",
        "coalesce(l.environment, c.environment)",
      ]
    }
    return """
      SELECT \(outputs.joined(separator: ", ")) FROM \(name) AS t \(join) WHERE \(filter)
      ORDER BY \(order.joined(separator: ", "))
      """
  }
}
