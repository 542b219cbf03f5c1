package import Ledger
package import PaywallCatalog
package import PaywallTextCoding

private enum Statements {
  static let selectAlias = """
    SELECT \(AliasRow.columns) FROM aliases WHERE environment = ? AND anonymous_id = ?
    """

  static let selectAliases = """
    SELECT \(AliasRow.columns) FROM aliases WHERE environment = ? AND user_id = ?
    ORDER BY number LIMIT ?
    """
}

extension SQLTables {
  package func alias(of anonymousId: String, in environment: AppStoreEnvironment) throws
    -> AliasRow?
  {
    try lock([.id(anonymousId, environment)])
    return try first(
      Statements.selectAlias, environment.cell, Cell.text(anonymousId), read: AliasRow.init(row:))
  }

  package func aliases(
    of user: String, in environment: AppStoreEnvironment, limit: Int
  ) throws -> [AliasRow] {
    try lock([.id(user, environment)])
    return try each(
      Statements.selectAliases, environment.cell, Cell.text(user), Cell.number(limit),
      read: AliasRow.init(row:))
  }

  /// The rules of `isUser` as one statement.
  package func users(among ids: [String], in environment: AppStoreEnvironment) throws -> Set<
    UTF8Key
  > {
    guard !ids.isEmpty else { return [] }
    try lock(ids.map { .id($0, environment) })
    let asked = ids.indices.map { "(?\(2 * $0 + 2)/*::text*/, ?\(2 * $0 + 3)/*::text*/)" }
      .joined(separator: ", ")
    let values = ids.flatMap { [Cell.text($0), Cell.text($0.lowercased())] }
    let users: [String] = try all(
      """
      WITH asked (id, token) AS (VALUES \(asked))
      SELECT id FROM asked
      WHERE EXISTS (
          SELECT 1 FROM aliases WHERE environment = ?1 AND user_id = id AND voucher <> 'client')
        OR EXISTS (SELECT 1 FROM links WHERE environment = ?1 AND user = id)
        OR EXISTS (
          SELECT 1 FROM tokens JOIN lines ON lines.number = tokens.line
          WHERE tokens.token = asked.token AND lines.environment = ?1)
        OR EXISTS (
          SELECT 1 FROM assignments
          WHERE environment = ?1 AND unit = id AND (unit_kind = 'userId' OR sent_as = 'userId'))
      """, [environment.cell] + values
    ) { try $0.required(0) }
    return Set(users.map(UTF8Key.init))
  }

  package mutating func addAlias(
    _ alias: AliasRow, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws {
    try lock([.id(alias.anonymousId, environment), .id(alias.user, environment)])
    try insert(
      into: "aliases", "environment, \(AliasRow.columns), aliased_at",
      [
        environment.cell, Cell.text(alias.anonymousId), Cell.text(alias.user),
        .text(alias.voucher.rawValue), Cell.flag(alias.isContested), Cell.moment(now),
      ])
    reads.changes.insert(alias.user)
  }

  package mutating func update(_ alias: AliasRow, in environment: AppStoreEnvironment) throws {
    try lock([.id(alias.anonymousId, environment), .id(alias.user, environment)])
    try run(
      """
      UPDATE aliases SET voucher = ?, is_contested = ?
      WHERE environment = ? AND anonymous_id = ?
      """, .text(alias.voucher.rawValue), Cell.flag(alias.isContested), environment.cell,
      Cell.text(alias.anonymousId))
    reads.changes.insert(alias.user)
  }

  package mutating func removeAlias(_ anonymousId: String, in environment: AppStoreEnvironment)
    throws
  {
    guard let alias = try alias(of: anonymousId, in: environment) else { return }
    try lock([.id(alias.user, environment)])
    try run(
      "DELETE FROM aliases WHERE environment = ? AND anonymous_id = ?", environment.cell,
      Cell.text(anonymousId))
    reads.changes.insert(alias.user)
  }
}
