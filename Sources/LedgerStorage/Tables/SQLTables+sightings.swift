package import Ledger
package import PaywallCatalog
import PaywallTextCoding

private enum Statements {
  static let add = RowStatements.add(to: "sightings", "environment, \(columns)")
  static let columns = "unit, kind, customer, seen_at, route, is_proved, is_contested"
}

extension SQLTables {
  package func sighting(
    _ key: SightingKey, in environment: AppStoreEnvironment
  ) throws -> SightingRow? {
    try lock([.id(key.unit.text, environment)])
    return try first(
      """
      SELECT \(Statements.columns), environment FROM sightings
      WHERE environment = ? AND unit = ? AND kind = ?
      """, environment.cell, Cell.text(key.unit.text), .text(key.kind.rawValue), read: sighting)
  }

  package func sightings(of customer: CustomerRow.Number) throws -> [SightingRow] {
    try lock([.customer(customer)])
    return try each(
      "SELECT \(Statements.columns), environment FROM sightings WHERE customer = ?",
      .integer(customer), read: sighting)
  }

  package func sightings(contestedBy customer: CustomerRow.Number) throws -> [SightingRow] {
    try lock([.customer(customer)])
    return try each(
      """
      SELECT s.unit, s.kind, s.customer, seen_at, route, is_proved, is_contested, s.environment
      FROM contested_sightings AS c JOIN sightings AS s USING (environment, unit, kind)
      WHERE c.customer = ?
      """, .integer(customer), read: sighting)
  }

  private func sighting(_ row: Row) throws -> SightingRow {
    let isContested = row.flag(6) ?? false
    return try SightingRow(
      row, isContested: isContested,
      contestedBy: isContested
        ? contesters(of: try SightingKey(row), environment: row.int64(7)) : [])
  }

  private func contesters(
    of key: SightingKey, environment: Int64
  ) throws -> Set<CustomerRow.Number> {
    Set(
      try each(
        "SELECT customer FROM contested_sightings WHERE environment = ? AND unit = ? AND kind = ?",
        .integer(environment), Cell.text(key.unit.text), .text(key.kind.rawValue)
      ) { $0.int64(0) })
  }

  package mutating func put(_ sighting: SightingRow, in environment: AppStoreEnvironment) throws {
    // An upsert would run the trigger that counts a customer's rows.
    try lock([.customer(sighting.customer)] + sighting.contestedBy.map { .customer($0) })
    try removeSighting(sighting.key, in: environment)
    try run(
      Statements.add, environment.cell, Cell.text(sighting.key.unit.text),
      .text(sighting.key.kind.rawValue),
      .integer(sighting.customer), Cell.moment(sighting.firstSeen),
      .text(sighting.route.rawValue), Cell.flag(sighting.isProved),
      Cell.flag(sighting.isContested))
    for contester in sighting.contestedBy {
      try run(
        "INSERT INTO contested_sightings (environment, unit, kind, customer) VALUES (?, ?, ?, ?)",
        environment.cell, Cell.text(sighting.key.unit.text), .text(sighting.key.kind.rawValue),
        .integer(contester))
    }
  }

  package mutating func removeSighting(
    _ key: SightingKey, in environment: AppStoreEnvironment
  ) throws {
    try lock([.id(key.unit.text, environment)])
    try run(
      "DELETE FROM sightings WHERE environment = ? AND unit = ? AND kind = ?", environment.cell,
      Cell.text(key.unit.text), .text(key.kind.rawValue))
  }

  package mutating func removeSightings(of customer: CustomerRow.Number) throws {
    try run("DELETE FROM sightings WHERE customer = ?", .integer(customer))
    try run("DELETE FROM set_aside_customers WHERE customer = ?", .integer(customer))
    // Removes the doubts of every customer (`SightingRow.contestForGood`).
    try run(
      """
      DELETE FROM contested_sightings WHERE (environment, unit, kind) IN
        (SELECT environment, unit, kind FROM contested_sightings WHERE customer = ?)
      """, .integer(customer))
  }

  package func isSetAside(_ customer: CustomerRow.Number) throws -> Bool {
    try lock([.customer(customer)])
    return try finds("SELECT 1 FROM set_aside_customers WHERE customer = ?", .integer(customer))
  }

  package mutating func setAside(_ customer: CustomerRow.Number) throws {
    try run(
      "INSERT INTO set_aside_customers (customer) VALUES (?) ON CONFLICT DO NOTHING",
      .integer(customer))
  }
}
