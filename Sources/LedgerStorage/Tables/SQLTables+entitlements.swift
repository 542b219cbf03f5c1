package import Ledger
package import PaywallCatalog
import Serving

private enum Statements {
  static let putState = RowStatements.put(
    into: "webhook_entitlements", "customer, entitlements, next_at", key: "customer")
  static let products = "SELECT \(Product.webhookColumns) FROM webhook_products"
}

// The reported entitlements, and the products by which they are reported.
extension SQLTables {
  package static var findWebhookProduct: String { "SELECT 1 FROM webhook_products LIMIT 1" }

  package func webhookProducts() throws -> Snapshot? {
    if let known = reads.configured.webhookProducts { return known }
    let found = try Snapshot(
      selling: each(Statements.products, read: Product.init(webhookRow:)))
    reads.configured.webhookProducts = .some(found)
    return found
  }

  package mutating func put(webhookProducts products: [Product]) throws {
    reads.configured.webhookProducts = nil
    try run("DELETE FROM webhook_products")
    for product in products {
      try insert(
        into: "webhook_products", Product.webhookColumns, product.webhookValues(Cell.self))
    }
  }

  package func entitlementState(of customer: CustomerRow.Number) throws -> EntitlementState? {
    if let known = reads.entitlements[customer] { return known }
    try lock([.customer(customer)])
    let found = try first(
      "SELECT entitlements, next_at FROM webhook_entitlements WHERE customer = ?",
      .integer(customer), read: EntitlementState.init)
    reads.entitlements[customer] = .some(found)
    return found
  }

  package mutating func put(
    _ state: EntitlementState, of customer: CustomerRow.Number
  ) throws {
    try run(
      Statements.putState, .integer(customer), Cell.plain(state.entitlements),
      Cell.moment(state.nextAt))
    reads.entitlements[customer] = .some(state)
  }

  package func customersWithDueEntitlements(
    at now: Timestamp, limit: Int
  ) throws -> [CustomerRow.Number] {
    try each(
      """
      SELECT customer FROM webhook_entitlements WHERE next_at <= ?
      ORDER BY next_at, customer LIMIT ?
      """, Cell.moment(now), Cell.number(limit)
    ) { $0.int64(0) }
  }

  package func customers(
    after number: CustomerRow.Number, limit: Int
  ) throws -> [CustomerRow.Number] {
    try each(
      "SELECT number FROM customers WHERE number > ? ORDER BY number LIMIT ?", .integer(number),
      Cell.number(limit)
    ) { $0.int64(0) }
  }
}
