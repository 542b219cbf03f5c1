package import Ledger
package import PaywallCatalog
package import Subscribers

private enum Statements {
  static let put = RowStatements.put(
    into: "given_access", "environment, customer, \(GivenAccess.columns)",
    key: "environment, source, id", keeping: "customer")
  static let ofCustomer = """
    SELECT \(GivenAccess.columns) FROM given_access WHERE customer = ? ORDER BY number
    """
}

extension SQLTables {
  package func access(of customer: CustomerRow.Number) throws -> [GivenAccess] {
    try lock([.customer(customer)])
    return try each(Statements.ofCustomer, .integer(customer), read: GivenAccess.init)
  }

  package func access(
    _ id: String, from source: GivenAccess.Source, in environment: AppStoreEnvironment
  ) throws -> (access: GivenAccess, customer: CustomerRow.Number)? {
    try first(
      """
      SELECT \(GivenAccess.columns), customer FROM given_access
      WHERE environment = ? AND source = ? AND id = ?
      """, environment.cell, Cell.plain(source.rawValue), Cell.text(id)
    ) { (try GivenAccess($0), $0.int64(11)) }
  }

  package mutating func put(_ access: GivenAccess, of customer: CustomerRow) throws {
    try run(
      Statements.put,
      [customer.environment.cell, .integer(customer.number)] + access.values(Cell.self))
  }

  package func countOfAccess(byHandOf giver: String, since moment: Timestamp) throws -> Int {
    try first(
      "SELECT count(*) FROM given_access WHERE giver = ? AND given_at >= ? AND source = 'manual'",
      Cell.text(giver), Cell.moment(moment)
    ) { $0.int(0) } ?? 0
  }

  package mutating func removeHolder(_ customer: CustomerRow.Number) throws {
    reads.forgetRows()
    try run("DELETE FROM customers WHERE number = ?", .integer(customer))
  }

  package func hasAccess() throws -> Bool { try finds("SELECT 1 FROM given_access LIMIT 1") }

  package func holdersOfAccess(
    limit: Int
  ) throws -> [(access: GivenAccess, customer: CustomerRow.Number)] {
    try each(
      """
      SELECT \(GivenAccess.columns), customer FROM given_access
      ORDER BY given_at DESC, number DESC LIMIT ?
      """, Cell.number(max(0, limit))
    ) { (try GivenAccess($0), $0.int64(11)) }
  }
}
