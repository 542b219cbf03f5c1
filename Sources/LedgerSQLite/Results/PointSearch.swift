import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// The ids and customers that are one person's, by a query for each: the same answers as
/// `PhaseIdentities`, which has all of an environment in memory.
struct PointSearch: CustomerSearch {
  let tables: SQLiteTables

  init(_ tables: SQLiteTables) { self.tables = tables }

  func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number] {
    try tables.customers(ofUser: user, token: token, in: environment)
  }

  func alias(of anonymousId: String, in environment: AppStoreEnvironment) throws -> AliasRow? {
    try tables.alias(of: anonymousId, in: environment)
  }

  func aliases(
    of user: String, in environment: AppStoreEnvironment, limit: Int
  ) throws -> [AliasRow] { try tables.aliases(of: user, in: environment, limit: limit) }

  func users(among ids: [String], in environment: AppStoreEnvironment) throws -> Set<UTF8Key> {
    var users: Set<UTF8Key> = []
    for id in ids where try isUser(id, environment) { users.insert(UTF8Key(id)) }
    return users
  }

  private func isUser(_ id: String, _ environment: AppStoreEnvironment) throws -> Bool {
    let cell = Cell.text(id)
    return try tables.finds(
      """
      SELECT 1 WHERE
        EXISTS (SELECT 1 FROM links WHERE environment = ?1 AND user = ?2)
        OR EXISTS (SELECT 1 FROM tokens JOIN lines ON number = line
          WHERE token = ?3 AND environment = ?1)
        OR EXISTS (SELECT 1 FROM (SELECT voucher FROM aliases
          WHERE environment = ?1 AND user_id = ?2 ORDER BY number LIMIT 64)
          WHERE voucher <> 'client')
        OR EXISTS (SELECT 1 FROM aliases WHERE environment = ?1 AND anonymous_id = ?2)
          AND EXISTS (SELECT 1 FROM assignments WHERE environment = ?1 AND unit = ?2
            AND (unit_kind = 'userId' OR unit_kind = 'visitor' AND sent_as = 'userId'))
      """, environment.cell, cell, Cell.text(id.lowercased()))
  }

  func sighting(_ key: SightingKey, in environment: AppStoreEnvironment) throws -> SightingRow? {
    try tables.sighting(key, in: environment)
  }

  func isSetAside(_ customer: CustomerRow.Number) throws -> Bool {
    try tables.isSetAside(customer)
  }

  /// Returns the account that a customer counts as (`PhaseIdentities.account`).
  func account(of customer: CustomerRow.Number) throws -> Int64 {
    try tables.first(
      "SELECT apple_account FROM customers WHERE number = ?", .integer(customer)
    ) { $0.int64(optional: 0) }.flatMap { $0 }.map { -$0 } ?? customer
  }
}
