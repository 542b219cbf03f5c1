import Ledger
import PaywallCatalog
import Serving

extension PlainTable {
  /// The tables of a full dump, and of the exports to a warehouse.
  package static let all = [
    PlainTable(
      "exposures",
      """
      environment, experiment, phase, unit, unit_kind, sent_as, variant, recorded_at, exposures, \
      exposed_at, rendered_at, placement, is_conflict, is_held_out, \(dimensions)
      """, key: "environment, unit, experiment, phase, unit_kind", of: "assignments", "dimensions",
      from: "assignments AS a LEFT JOIN dimensions AS d ON d.number = a.dimensions"),
    PlainTable(
      "aliases", "environment, anonymous_id, user_id, voucher, is_contested, aliased_at",
      key: "environment, anonymous_id", of: "aliases", order: "number"),
    PlainTable(
      "links", "environment, user, customer", key: "environment, user, customer", of: "links"),
    PlainTable(
      "tokens", "environment, token, customer", key: "environment, token, customer",
      of: "tokens", "lines", from: "tokens JOIN lines ON number = line",
      order: "token, environment, customer", isDistinct: true),
    PlainTable(
      "sightings", "environment, unit, kind, customer, seen_at, is_proved",
      key: "environment, unit, kind", of: "sightings"),
    PlainTable(
      "given_access",
      """
      environment, customer, access_id, source, entitlement, product, until, given_reason, giver, \
      given_at, revoked_at, price, currency
      """, key: "environment, source, access_id",
      computed: ["access_id": (.text, "id"), "given_reason": (.text, "reason")],
      of: "given_access"),
    PlainTable(
      "balance_postings",
      """
      number, environment, customer, currency, amount, cause, original_transaction_id, \
      posting_id, given_reason, author, happened
      """, key: "number",
      computed: [
        "posting_id": (.text, "id"), "given_reason": (.text, "reason"),
        "happened": (.moment, "at"),
      ], of: "balance_postings"),
    PlainTable(
      "seat_claims",
      """
      environment, claim_id, customer, original_transaction_id, claimed_at, ended_at, ended_by
      """, key: "environment, claim_id, customer", of: "seat_claims"),
    PlainTable("set_aside_customers", "customer", key: "customer", of: "set_aside_customers"),
    PlainTable(
      "customers", "number, environment, app_transaction_id, apple_account", key: "number",
      of: "customers"),
    PlainTable(
      "transactions",
      """
      environment, customer, original_transaction_id, transaction_id, product_id, group_id, type, \
      ownership, reason, purchase_date, original_purchase_date, expires_date, quantity, price, \
      currency, storefront, offer_discount, revocation_date, revocation_type, \
      revocation_percentage, revocation_reason, revoked_seats, additional_reason, billing_plan, \
      commitment_period, commitment_expires, web_order_line_item_id, \
      previous_original_transaction_id, bundle_product_id
      """, key: "environment, original_transaction_id, transaction_id",
      computed: [
        "revoked_seats": (.number, number("revokedSeatQuantity", of: "seats")),
        "commitment_period": (.number, number("billingPeriodNumber", of: "commitment")),
        "commitment_expires": (.moment, number("commitmentExpiresDate", of: "commitment")),
        "bundle_product_id": (.plain, member("productId", of: "bundle")),
      ], of: "transactions", "lines",
      from: "transactions JOIN lines ON number = line WHERE has_purchases = 1"),
    PlainTable(
      "renewal_events", "environment, customer, original_transaction_id, kind, happened",
      key: "environment, original_transaction_id, kind, happened",
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
      """, key: "number", of: "erased_cells"),
    PlainTable(
      "erased_sums", "cell, metric, times, total", key: "cell, metric, times", of: "erased_sums"),
    spend, purchases, returns,
  ]

  private static let dimensions =
    VisitorDimensions.columns.filter(\.isAnalysed).map(\.name).joined(separator: ", ")

  /// A member of a cell that holds a JSON object, as a text or a number.
  private static func member(_ name: String, of column: String) -> String {
    "\(column)/*::jsonb*/ ->> '\(name)'"
  }

  private static func number(_ name: String, of column: String) -> String {
    "/*(*/\(member(name, of: column))/*)::numeric::bigint*/"
  }

  /// The amounts that units had spent before: one row for each currency.
  private static let spend = PlainTable(
    "covariates", "environment, experiment, phase, unit, unit_kind, currency, spend",
    key: "environment, unit, experiment, phase, unit_kind, currency",
    computed: ["spend": (.number, "")], of: ["covariates"]
  ) { tables, write in
    let stored = PlainTable(
      "covariates", "environment, experiment, phase, unit, unit_kind, spend",
      key: "environment, unit, experiment, phase, unit_kind", of: "covariates")
    try stored.forEachRow(tables) { cells in
      guard case .text(let spend)? = cells.last else { return }
      for (currency, amount) in try Covariates.spend(of: spend).sorted(by: { $0.key < $1.key }) {
        try write(Array(cells.dropLast()) + [.text(currency), .number(amount)])
      }
    }
  }
}
