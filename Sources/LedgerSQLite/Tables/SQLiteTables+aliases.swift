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

  /// The rules of `isUser` as one statement.
  func users(among ids: [String], in environment: AppStoreEnvironment) throws -> Set<Exact> {
    guard !ids.isEmpty else { return [] }
    let asked = ids.indices.map { "(?\(2 * $0 + 2), ?\(2 * $0 + 3))" }.joined(separator: ", ")
    let values = ids.flatMap { [Cell.text($0), Cell.text($0.lowercased())] }
    let users: [String] = try all(
      """
      WITH asked (id, token) AS (VALUES \(asked))
      SELECT id FROM asked
      WHERE EXISTS (SELECT 1 FROM aliases WHERE environment = ?1 AND user_id = id)
        OR EXISTS (SELECT 1 FROM links WHERE environment = ?1 AND user = id)
        OR EXISTS (
          SELECT 1 FROM tokens JOIN lines ON lines.number = tokens.line
          WHERE tokens.token = asked.token AND lines.environment = ?1)
        OR EXISTS (
          SELECT 1 FROM assignments
          WHERE environment = ?1 AND unit = id AND (unit_kind = 'userId' OR sent_as = 'userId'))
      """, [environment.cell] + values
    ) { try $0.required(0) }
    return Set(users.map(Exact.init))
  }

  mutating func addAlias(
    _ anonymousId: String, to user: String, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws {
    try run(
      """
      INSERT INTO aliases (environment, anonymous_id, user_id, aliased_at) VALUES (?, ?, ?, ?)
      """, environment.cell, Cell.text(anonymousId), Cell.text(user), Cell.moment(now))
    changes.insert(user)
  }

  mutating func removeAlias(_ anonymousId: String, in environment: AppStoreEnvironment) throws {
    try run(
      "DELETE FROM aliases WHERE environment = ? AND anonymous_id = ?", environment.cell,
      Cell.text(anonymousId))
    changes.insertAll()
  }
}
