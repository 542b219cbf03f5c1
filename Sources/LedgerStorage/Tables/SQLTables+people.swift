package import Ledger
import PaywallCatalog
import PaywallTextCoding

private enum Statements {
  /// The units of a phase, and the users whose anonymous ids they are.
  static let users = """
    WITH users (id) AS (
      SELECT unit FROM held_out WHERE environment = ?1 AND experiment = ?2 AND phase = ?3
      UNION
      SELECT a.user_id FROM held_out AS h
        JOIN aliases AS a ON a.environment = ?1 AND a.anonymous_id = h.unit
      WHERE h.environment = ?1 AND h.experiment = ?2 AND h.phase = ?3)
    """

  /// Ids that one query asks for.
  static let page = 500
}

extension SQLTables {
  package func people(of rows: [HeldOutRow], in phase: PhaseKey) throws -> any PersonTables {
    let values = Self.values(phase)
    let aliases = try all(
      """
      \(Statements.users) SELECT \(AliasRow.columns) FROM aliases
      WHERE environment = ?1 AND user_id IN (SELECT id FROM users) ORDER BY number
      """, values, read: AliasRow.init(row:))
    let records = try all(
      """
      \(Statements.users), ids (id) AS (
        SELECT id FROM users
        UNION
        SELECT anonymous_id FROM aliases
        WHERE environment = ?1 AND user_id IN (SELECT id FROM users))
      SELECT \(RecordRow.columns) FROM assignments
      WHERE environment = ?1 AND experiment = ?2 AND phase = ?3 AND unit IN (SELECT id FROM ids)
      """, values, read: RecordRow.init(row:))
    var known: Set<UTF8Key> = []
    for start in stride(from: 0, to: aliases.count, by: Statements.page) {
      let page = aliases[start..<min(start + Statements.page, aliases.count)]
      known.formUnion(try users(among: page.map(\.anonymousId), in: phase.environment))
    }
    return PhasePeople(rows, aliases: aliases, users: known, records: records)
  }
}
