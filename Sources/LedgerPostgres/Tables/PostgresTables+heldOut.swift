import PaywallCatalog
import Ledger
import LedgerStorage
import PaywallSubscribers
import PaywallTextCoding

extension PostgresTables {
  private static let columns = """
    unit, experiment, phase, unit_kind, sent_as, exposures, exposed_at, rendered_at, placement,
    device_time, clock_offset, dimensions, served, reported, exposure_flags,
    days_since_install
    """
  private static let isRow = """
    environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?
    """

  func heldOut(like key: RecordKey, in environment: AppStoreEnvironment) throws -> HeldOutRow? {
    try lock(.id(key.unit.text, environment))
    return try first(
      "SELECT \(Self.columns) FROM held_out WHERE \(Self.isRow)", environment.cell,
      Cell.text(key.unit.text), Cell.text(key.experiment.text), Cell.number(key.phase),
      .text(key.unitKind.rawValue), read: HeldOutRow.init(row:))
  }

  mutating func put(_ row: HeldOutRow, in environment: AppStoreEnvironment) throws {
    try lock(.id(row.unit.unit, environment))
    try run(
      """
      INSERT INTO held_out (environment, \(Self.columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (environment, unit, experiment, phase, unit_kind)
      DO UPDATE SET sent_as = excluded.sent_as, exposures = excluded.exposures,
        exposed_at = excluded.exposed_at, rendered_at = excluded.rendered_at,
        placement = excluded.placement, device_time = excluded.device_time,
        clock_offset = excluded.clock_offset
      """,
      environment.cell, Cell.text(row.unit.unit), Cell.text(row.unit.experiment),
      Cell.number(row.unit.phase), .text(row.unit.unitKind.rawValue),
      Cell.text(row.sentAs?.rawValue), Cell.number(row.exposures), Cell.moment(row.exposedAt),
      Cell.moment(row.renderedAt), Cell.text(row.placement), Cell.moment(row.deviceTime?.at),
      Cell.number(row.deviceTime?.offset), Cell.number(row.details.dimensions),
      Cell.number(row.details.served), Cell.number(row.details.reported),
      Cell.number(row.details.flags.rawValue), Cell.number(row.details.daysSinceInstall))
  }

  func heldOutRows(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws -> [HeldOutRow] {
    try lock(.id(unit, environment))
    return try each(
      "SELECT \(Self.columns) FROM held_out WHERE environment = ? AND unit = ?",
      environment.cell, Cell.text(unit), read: HeldOutRow.init(row:))
  }

  func heldOutRows(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> [HeldOutRow] {
    try each(
      """
      SELECT \(Self.columns) FROM held_out WHERE environment = ? AND experiment = ? AND phase = ?
      """, environment.cell, Cell.text(experiment), Cell.number(phase),
      read: HeldOutRow.init(row:))
  }

  func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> Int {
    try each(
      "SELECT count(*) FROM held_out WHERE environment = ? AND experiment = ? AND phase = ?",
      environment.cell, Cell.text(experiment), Cell.number(phase)
    ) { $0.int(0) }.first ?? 0
  }

  mutating func removeHeldOut(like key: RecordKey, in environment: AppStoreEnvironment) throws {
    try run(
      "DELETE FROM held_out WHERE \(Self.isRow)", environment.cell, Cell.text(key.unit.text),
      Cell.text(key.experiment.text), Cell.number(key.phase), .text(key.unitKind.rawValue))
  }

  mutating func removeHeldOut(ofUnit unit: String, in environment: AppStoreEnvironment) throws {
    try run(
      "DELETE FROM held_out WHERE environment = ? AND unit = ?", environment.cell,
      Cell.text(unit))
  }
}
