package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Serving

private enum Statements {
  static let put = RowStatements.put(
    into: "held_out", "environment, \(columns)", key: RecordKey.columns,
    keeping: "dimensions, served, reported, exposure_flags, days_since_install")

  static let columns = """
    unit, experiment, phase, unit_kind, sent_as, exposures, exposed_at, rendered_at, placement,
    device_time, clock_offset, dimensions, served, reported, exposure_flags,
    days_since_install
    """

}

extension SQLTables {
  package func heldOut(like key: RecordKey, in environment: AppStoreEnvironment) throws
    -> HeldOutRow?
  {
    try lock([.id(key.unit.text, environment)])
    return try first(
      "SELECT \(Statements.columns) FROM held_out WHERE \(RecordKey.isRow)",
      Self.values(key, in: environment), read: HeldOutRow.init(row:))
  }

  package mutating func put(_ row: HeldOutRow, in environment: AppStoreEnvironment) throws {
    try lock([.id(row.unit.unit, environment)])
    try run(
      Statements.put,
      Self.values(RecordKey(row.unit), in: environment) + [
        Cell.text(row.sentAs?.rawValue), Cell.number(row.exposures), Cell.moment(row.exposedAt),
        Cell.moment(row.renderedAt), Cell.text(row.placement), Cell.moment(row.deviceTime?.at),
        Cell.number(row.deviceTime?.offset), Cell.number(row.details.dimensions),
        Cell.number(row.details.served), Cell.number(row.details.reported),
        Cell.number(row.details.flags.rawValue), Cell.number(row.details.daysSinceInstall),
      ])
  }

  package func heldOutRows(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws -> [HeldOutRow] {
    try lock([.id(unit, environment)])
    return try each(
      "SELECT \(Statements.columns) FROM held_out WHERE environment = ? AND unit = ?",
      environment.cell, Cell.text(unit), read: HeldOutRow.init(row:))
  }

  package func heldOutRows(of phase: PhaseKey) throws -> [HeldOutRow] {
    try all(
      """
      SELECT \(Statements.columns) FROM held_out WHERE environment = ? AND experiment = ? AND phase = ?
      """, Self.values(phase), read: HeldOutRow.init(row:))
  }

  package func heldOutUnits(of phase: PhaseKey) throws -> Int {
    try all(
      "SELECT count(*) FROM held_out WHERE environment = ? AND experiment = ? AND phase = ?",
      Self.values(phase)
    ) { $0.int(0) }.first ?? 0
  }
}
