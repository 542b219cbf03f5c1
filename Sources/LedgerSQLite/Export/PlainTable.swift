package import Ledger
import LedgerStorage
import PaywallCatalog

/// A table of a ledger for tools that analyse data: stable names, one row a line, texts as they came,
/// times in milliseconds since 1970 (UTC), money in milliunits. It is no backup: nothing signed is
/// in it.
package struct PlainTable: Sendable {
  package let name: String
  package let columns: [String]
  private let kinds: [ExportedTable.Kind]
  let query: String

  /// - Parameters:
  ///   - columns: the names with how a cell is stored, in the order of the query.
  init(
    _ name: String, _ columns: KeyValuePairs<String, ExportedTable.Kind>, _ query: String
  ) {
    self.name = name
    self.columns = columns.map(\.key)
    kinds = columns.map(\.value)
    self.query = query
  }

  /// Times stay numbers: a tool compares and subtracts them.
  fileprivate func cells(of row: SQLRow) throws -> [ExportedRow.Value] {
    try kinds.enumerated().map { index, kind in
      if case .moment = kind { return row.int64(optional: index).map { .number($0) } ?? .null }
      return try kind.value(of: row[index])
    }
  }

  package static let all = [
    PlainTable(
      "exposures",
      [
        "environment": .environment, "experiment": .text, "phase": .number, "unit": .text,
        "unit_kind": .plain, "sent_as": .plain, "variant": .text, "recorded_at": .moment,
        "exposures": .number, "exposed_at": .moment, "rendered_at": .moment, "placement": .text,
        "is_conflict": .flag, "is_held_out": .flag, "storefront": .plain, "platform": .plain,
        "app_version": .plain, "system": .number, "language": .plain, "is_new": .flag,
      ],
      """
      SELECT a.environment, experiment, phase, unit, unit_kind, sent_as, variant, recorded_at,
        exposures, exposed_at, rendered_at, placement, is_conflict, is_held_out, d.storefront,
        d.platform, d.app_version, d.system, d.language, d.is_new
      FROM assignments AS a LEFT JOIN dimensions AS d ON d.number = a.dimensions
      """),
    PlainTable(
      "aliases",
      [
        "environment": .environment, "anonymous_id": .text, "user_id": .text, "voucher": .plain,
        "is_contested": .flag, "aliased_at": .moment,
      ],
      """
      SELECT environment, anonymous_id, user_id, voucher, is_contested, aliased_at FROM aliases
      ORDER BY number
      """),
    PlainTable(
      "links", ["environment": .environment, "user": .text, "customer": .number],
      "SELECT environment, user, customer FROM links"),
    PlainTable(
      "tokens", ["environment": .environment, "token": .text, "customer": .number],
      """
      SELECT DISTINCT environment, token, customer FROM tokens JOIN lines ON number = line
      """),
    PlainTable(
      "sightings",
      [
        "environment": .environment, "unit": .text, "kind": .plain, "customer": .number,
        "seen_at": .moment, "is_proved": .flag,
      ],
      "SELECT environment, unit, kind, customer, seen_at, is_proved FROM sightings"),
    PlainTable(
      "set_aside_customers", ["customer": .number], "SELECT customer FROM set_aside_customers"),
    PlainTable(
      "customers",
      [
        "number": .number, "environment": .environment, "app_transaction_id": .text,
        "apple_account": .number,
      ], "SELECT number, environment, app_transaction_id, apple_account FROM customers"),
    PlainTable(
      "transactions",
      [
        "environment": .environment, "customer": .number, "original_transaction_id": .text,
        "transaction_id": .text, "product_id": .text, "group_id": .text, "type": .word,
        "ownership": .word, "reason": .word, "purchase_date": .moment,
        "original_purchase_date": .moment, "expires_date": .moment, "quantity": .number,
        "price": .number, "currency": .word, "storefront": .word, "offer_discount": .word,
        "revocation_date": .moment, "revocation_type": .word, "revocation_percentage": .number,
        "revocation_reason": .number, "revoked_seats": .number, "additional_reason": .word,
        "billing_plan": .word, "commitment_period": .number, "commitment_expires": .moment,
        "web_order_line_item_id": .text, "previous_original_transaction_id": .text,
        "bundle_product_id": .plain,
      ],
      """
      SELECT environment, customer, original_transaction_id, transaction_id, product_id, group_id,
        type, ownership, reason, purchase_date, original_purchase_date, expires_date, quantity,
        price, currency, storefront, offer_discount, revocation_date, revocation_type,
        revocation_percentage, revocation_reason, seats ->> '$.revokedSeatQuantity',
        additional_reason, billing_plan, commitment ->> '$.billingPeriodNumber',
        commitment ->> '$.commitmentExpiresDate', web_order_line_item_id,
        previous_original_transaction_id, bundle ->> '$.productId'
      FROM transactions JOIN lines ON number = line WHERE has_purchases = 1
      """),
    PlainTable(
      "renewal_events",
      [
        "environment": .environment, "customer": .number, "original_transaction_id": .text,
        "kind": .plain, "happened": .moment,
      ],
      """
      SELECT environment, customer, original_transaction_id,
        CASE kind WHEN 0 THEN 'turnedOff' WHEN 1 THEN 'turnedOn' ELSE 'billingFailed' END, at
      FROM renewal_events JOIN lines ON number = line
      """),
    PlainTable(
      "erased_cells",
      [
        "number": .number, "environment": .environment, "experiment": .text, "phase": .number,
        "variant": .text, "day": .number, "dimensions": .plain, "units": .number,
        "repeats": .number, "conflicts": .number, "held_out": .number,
      ],
      """
      SELECT number, environment, experiment, phase, variant, day, dimensions, units, repeats,
        conflicts, held_out
      FROM erased_cells
      """),
    PlainTable(
      "erased_sums", ["cell": .number, "metric": .plain, "times": .plain, "total": .text],
      "SELECT cell, metric, times, total FROM erased_sums"),
  ]

  /// One row for each currency of a unit.
  package static let covariates = PlainTable(
    "covariates",
    [
      "environment": .environment, "experiment": .text, "phase": .number, "unit": .text,
      "unit_kind": .plain, "currency": .plain, "spend": .number,
    ], "SELECT environment, experiment, phase, unit, unit_kind, spend FROM covariates")
}

extension SQLiteLedger {
  /// Writes tables for analysis, as of one moment; one after the other.
  ///
  /// - Parameters:
  ///   - begin: is called before the rows of a table.
  ///   - write: takes the cells of a row, in the order of the columns.
  package func export(
    begin: @escaping @Sendable (PlainTable) throws -> Void,
    write: @escaping @Sendable ([ExportedRow.Value]) throws -> Void
  ) async throws(LedgerFailure) {
    try await readTables { tables in
      for table in PlainTable.all {
        try begin(table)
        try tables.forEach(table.query, []) { try write(try table.cells(of: $0)) }
      }
      try begin(.covariates)
      try tables.forEach(PlainTable.covariates.query, []) { row in
        let words = try row.plain(5).split(separator: " ").map(String.init)
        let key = try PlainTable.covariates.key(of: row)
        for place in stride(from: 0, to: words.count - 1, by: 2) {
          let amount = Int64(words[place + 1]).map { ExportedRow.Value.number($0) } ?? .null
          try write(key + [.text(words[place]), amount])
        }
      }
      try begin(.purchases)
      try tables.forEachLine { try PlainTable.purchaseRows(in: $0, of: $1).forEach(write) }
      try begin(.returns)
      try tables.forEachLine { try PlainTable.returnRows(in: $0, of: $1).forEach(write) }
    }
  }
}

extension PlainTable {
  fileprivate func key(of row: SQLRow) throws -> [ExportedRow.Value] {
    try kinds.prefix(5).enumerated().map { index, kind in try kind.value(of: row[index]) }
  }
}
