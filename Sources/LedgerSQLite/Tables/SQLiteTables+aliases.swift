import Catalog
import Ledger

extension SQLiteTables {
  func user(ofAlias anonymousId: String, in environment: AppStoreEnvironment) throws -> String? {
    try first(
      "SELECT user_id FROM aliases WHERE environment = ? AND anonymous_id = ?", environment.cell,
      Cell.text(anonymousId)
    ) { try $0.required(0) }
  }

  func aliases(
    of user: String, in environment: AppStoreEnvironment, limit: Int
  ) throws -> [String] {
    try each(
      """
      SELECT anonymous_id FROM aliases WHERE environment = ? AND user_id = ?
      ORDER BY number LIMIT ?
      """, environment.cell, Cell.text(user), Cell.number(limit)
    ) { try $0.required(0) }
  }

  mutating func addAlias(
    _ anonymousId: String, to user: String, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws {
    try run(
      """
      INSERT INTO aliases (environment, anonymous_id, user_id, aliased_at) VALUES (?, ?, ?, ?)
      """, environment.cell, Cell.text(anonymousId), Cell.text(user), Cell.moment(now))
  }

  mutating func removeAlias(_ anonymousId: String, in environment: AppStoreEnvironment) throws {
    try run(
      "DELETE FROM aliases WHERE environment = ? AND anonymous_id = ?", environment.cell,
      Cell.text(anonymousId))
  }
}
