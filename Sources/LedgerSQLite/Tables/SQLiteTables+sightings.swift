import PaywallCatalog
import Ledger
import PaywallTextCoding

extension SQLiteTables {
  private static let columns = "unit, kind, customer, seen_at, route, is_proved, is_contested"
  private static let contester = """
    (SELECT customer FROM contested_sightings AS c
     WHERE c.environment = s.environment AND c.unit = s.unit AND c.kind = s.kind)
    """
  private static let selectSighting = """
    SELECT \(columns), \(contester) FROM sightings AS s
    WHERE environment = ? AND unit = ? AND kind = ?
    """

  func sighting(
    _ key: SightingKey, in environment: AppStoreEnvironment
  ) throws -> SightingRow? {
    try first(
      Self.selectSighting, environment.cell, Cell.text(key.unit.text), .text(key.kind.rawValue),
      read: SightingRow.init(row:))
  }

  func sightings(of customer: CustomerRow.Number) throws -> [SightingRow] {
    try each(
      "SELECT \(Self.columns), \(Self.contester) FROM sightings AS s WHERE customer = ?",
      .integer(customer), read: SightingRow.init(row:))
  }

  func sightings(contestedBy customer: CustomerRow.Number) throws -> [SightingRow] {
    try each(
      """
      SELECT s.unit, s.kind, s.customer, seen_at, route, is_proved, is_contested, c.customer
      FROM contested_sightings AS c JOIN sightings AS s USING (environment, unit, kind)
      WHERE c.customer = ?
      """, .integer(customer), read: SightingRow.init(row:))
  }

  mutating func put(_ sighting: SightingRow, in environment: AppStoreEnvironment) throws {
    // An upsert would run the trigger that counts a customer's rows.
    try removeSighting(sighting.key, in: environment)
    try run(
      """
      INSERT INTO sightings (environment, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, environment.cell, Cell.text(sighting.key.unit.text), .text(sighting.key.kind.rawValue),
      .integer(sighting.customer), Cell.moment(sighting.firstSeen),
      .text(sighting.route.rawValue), Cell.flag(sighting.isProved),
      Cell.flag(sighting.isContested))
    guard let contester = sighting.contestedBy else { return }
    try run(
      "INSERT INTO contested_sightings (environment, unit, kind, customer) VALUES (?, ?, ?, ?)",
      environment.cell, Cell.text(sighting.key.unit.text), .text(sighting.key.kind.rawValue),
      .integer(contester))
  }

  mutating func removeSighting(
    _ key: SightingKey, in environment: AppStoreEnvironment
  ) throws {
    try run(
      "DELETE FROM sightings WHERE environment = ? AND unit = ? AND kind = ?", environment.cell,
      Cell.text(key.unit.text), .text(key.kind.rawValue))
  }

  mutating func removeSightings(of customer: CustomerRow.Number) throws {
    try run("DELETE FROM sightings WHERE customer = ?", .integer(customer))
    try run("DELETE FROM set_aside_customers WHERE customer = ?", .integer(customer))
    try run("DELETE FROM contested_sightings WHERE customer = ?", .integer(customer))
  }

  func isSetAside(_ customer: CustomerRow.Number) throws -> Bool {
    try first("SELECT 1 FROM set_aside_customers WHERE customer = ?", .integer(customer)) { _ in
      true
    } ?? false
  }

  mutating func setAside(_ customer: CustomerRow.Number) throws {
    try run(
      "INSERT INTO set_aside_customers (customer) VALUES (?) ON CONFLICT DO NOTHING",
      .integer(customer))
  }
}

extension SightingRow {
  fileprivate init(row: SQLRow) throws {
    guard let kind = IdOrigin(rawValue: try row.plain(1)),
      let route = Sighting.Route(rawValue: try row.plain(4))
    else { throw UnreadableRow("a sighting of an unknown kind") }
    self.init(
      SightingKey(try row.required(0), kind), customer: row.int64(2),
      firstSeen: row.moment(3) ?? .epoch, route: route, isProved: row.flag(5) ?? false,
      isContested: row.flag(6) ?? false, contestedBy: row.int64(optional: 7))
  }
}
