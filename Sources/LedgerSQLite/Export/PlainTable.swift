import Ledger
import LedgerStorage

/// A table of a ledger for tools that analyse data: stable names, one row a line, texts as they came,
/// times in milliseconds since 1970 (UTC), money in milliunits. It is no backup: nothing signed is
/// in it.
struct PlainTable: Sendable {
  typealias Cells = [ExportedRow.Value]

  let name: String
  let columns: [String]
  /// Gives the cells of each row, in the order of the columns.
  let forEachRow: @Sendable (SQLiteTables, (Cells) throws -> Void) throws -> Void

  /// - Parameter columns: separated by `, `.
  init(
    _ name: String, _ columns: String,
    forEachRow: @escaping @Sendable (SQLiteTables, (Cells) throws -> Void) throws -> Void
  ) {
    self.name = name
    self.columns = columns.split(separator: ", ").map(String.init)
    self.forEachRow = forEachRow
  }

  /// A query's rows.
  ///
  /// - Parameters:
  ///   - columns: those of the ledger's tables, and computed ones.
  ///   - computed: by name what is computed, as an expression in SQL.
  ///   - tables: whose columns they are.
  ///   - source: of the query, with what follows it; the first of the tables if it is left out.
  init(
    _ name: String, _ columns: String,
    computed: [String: (kind: ColumnDescription.Kind, expression: String)] = [:],
    of tables: String..., from source: String? = nil, isDistinct: Bool = false
  ) {
    let known = tables.flatMap { name in
      TableDescription.all.first { $0.name == name }?.columns ?? []
    }
    let names = columns.split(separator: ", ").map(String.init)
    let kinds = names.map { name in
      computed[name]?.kind ?? known.first { $0.name == name }?.kind ?? .plain
    }
    let outputs = names.map { computed[$0]?.expression ?? $0 }.joined(separator: ", ")
    let query = """
      SELECT \(isDistinct ? "DISTINCT " : "")\(outputs) FROM \(source ?? tables[0])
      """
    self.init(name, columns) { tables, write in
      try tables.forEach(query, []) { row in
        try write(try kinds.enumerated().map { try Self.value(of: row, $0, $1) })
      }
    }
  }

  /// Times stay numbers: a tool compares and subtracts them.
  private static func value(
    of row: SQLRow, _ column: Int, _ kind: ColumnDescription.Kind
  ) throws -> ExportedRow.Value {
    kind == .moment
      ? ExportedRow.Value(row.int64(optional: column)) : try kind.value(of: row[column])
  }

  static let all = [
    PlainTable(
      "exposures",
      """
      environment, experiment, phase, unit, unit_kind, sent_as, variant, recorded_at, exposures, \
      exposed_at, rendered_at, placement, is_conflict, is_held_out, storefront, platform, \
      app_version, system, language, is_new
      """, of: "assignments", "dimensions",
      from: "assignments AS a LEFT JOIN dimensions AS d ON d.number = a.dimensions"),
    PlainTable(
      "aliases", "environment, anonymous_id, user_id, voucher, is_contested, aliased_at",
      of: "aliases", from: "aliases ORDER BY number"),
    PlainTable("links", "environment, user, customer", of: "links"),
    PlainTable(
      "tokens", "environment, token, customer", of: "tokens", "lines",
      from: "tokens JOIN lines ON number = line", isDistinct: true),
    PlainTable(
      "sightings", "environment, unit, kind, customer, seen_at, is_proved", of: "sightings"),
    PlainTable("set_aside_customers", "customer", of: "set_aside_customers"),
    PlainTable(
      "customers", "number, environment, app_transaction_id, apple_account", of: "customers"),
    PlainTable(
      "transactions",
      """
      environment, customer, original_transaction_id, transaction_id, product_id, group_id, type, \
      ownership, reason, purchase_date, original_purchase_date, expires_date, quantity, price, \
      currency, storefront, offer_discount, revocation_date, revocation_type, \
      revocation_percentage, revocation_reason, revoked_seats, additional_reason, billing_plan, \
      commitment_period, commitment_expires, web_order_line_item_id, \
      previous_original_transaction_id, bundle_product_id
      """,
      computed: [
        "revoked_seats": (.number, "seats ->> '$.revokedSeatQuantity'"),
        "commitment_period": (.number, "commitment ->> '$.billingPeriodNumber'"),
        "commitment_expires": (.moment, "commitment ->> '$.commitmentExpiresDate'"),
        "bundle_product_id": (.plain, "bundle ->> '$.productId'"),
      ], of: "transactions", "lines",
      from: "transactions JOIN lines ON number = line WHERE has_purchases = 1"),
    PlainTable(
      "renewal_events", "environment, customer, original_transaction_id, kind, happened",
      computed: [
        "kind": (
          .plain,
          "CASE kind WHEN 0 THEN 'turnedOff' WHEN 1 THEN 'turnedOn' ELSE 'billingFailed' END"
        ),
        "happened": (.moment, "at"),
      ], of: "renewal_events", "lines", from: "renewal_events JOIN lines ON number = line"),
    PlainTable(
      "erased_cells",
      """
      number, environment, experiment, phase, variant, day, dimensions, units, repeats, \
      conflicts, held_out
      """, of: "erased_cells"),
    PlainTable("erased_sums", "cell, metric, times, total", of: "erased_sums"),
    spend, purchases, returns,
  ]

  /// The amounts that units had spent before: one row for each currency.
  private static let spend = PlainTable(
    "covariates", "environment, experiment, phase, unit, unit_kind, currency, spend"
  ) { tables, write in
    let stored = PlainTable(
      "covariates", "environment, experiment, phase, unit, unit_kind, spend", of: "covariates")
    try stored.forEachRow(tables) { cells in
      guard case .text(let spend)? = cells.last else { return }
      for (currency, amount) in try Covariates.spend(of: spend).sorted(by: { $0.key < $1.key }) {
        try write(Array(cells.dropLast()) + [.text(currency), .number(amount)])
      }
    }
  }
}
