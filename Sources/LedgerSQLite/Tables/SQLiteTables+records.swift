import Catalog
import Ledger
import Subscribers
import TextCoding

extension SQLiteTables {
  private static let columns = """
    unit, experiment, phase, unit_kind, variant, recorded_at, is_conflict, exposures, exposed_at,
    rendered_at, placement, is_held_out, sent_as, is_contested, device_time, clock_offset,
    dimensions, served, reported, exposure_flags, is_at_several_placements, cell_day
    """

  func record(like key: RecordKey, in environment: AppStoreEnvironment) throws -> RecordRow? {
    try first(
      """
      SELECT \(Self.columns) FROM assignments
      WHERE environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?
      """,
      environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue), read: RecordRow.init(row:))
  }

  mutating func add(_ record: RecordRow, in environment: AppStoreEnvironment) throws {
    try write(record, in: environment)
    changes.insert(record.assignment.unit)
  }

  mutating func update(
    _ record: RecordRow, isNewlyUsers: Bool, in environment: AppStoreEnvironment
  ) throws {
    try write(record, in: environment)
    if isNewlyUsers { changes.insert(record.assignment.unit) }
  }

  private func write(_ record: RecordRow, in environment: AppStoreEnvironment) throws {
    let assignment = record.assignment
    try run(
      """
      INSERT INTO assignments (environment, \(Self.columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET is_conflict = excluded.is_conflict,
        exposures = excluded.exposures, exposed_at = excluded.exposed_at,
        rendered_at = excluded.rendered_at, placement = excluded.placement,
        is_held_out = excluded.is_held_out, sent_as = excluded.sent_as,
        is_contested = excluded.is_contested, device_time = excluded.device_time,
        clock_offset = excluded.clock_offset, dimensions = excluded.dimensions,
        served = excluded.served, reported = excluded.reported,
        exposure_flags = excluded.exposure_flags,
        is_at_several_placements = excluded.is_at_several_placements,
        cell_day = excluded.cell_day
      """,
      environment.cell, Cell.text(assignment.unit), Cell.text(assignment.experiment),
      Cell.number(assignment.phase), .text(assignment.unitKind.rawValue),
      Cell.text(assignment.variant), Cell.moment(assignment.recordedAt),
      Cell.flag(record.isConflict), Cell.number(record.exposures), Cell.moment(record.exposedAt),
      Cell.moment(record.renderedAt), Cell.text(record.placement), Cell.flag(record.isHeldOut),
      Cell.text(record.sentAs?.rawValue), Cell.flag(record.isContested),
      Cell.moment(record.deviceTime?.at), Cell.number(record.deviceTime?.offset),
      Cell.number(record.details?.dimensions), Cell.number(record.details?.served),
      Cell.number(record.details?.reported), Cell.number(record.details?.flags.rawValue),
      Cell.flag(record.isAtSeveralPlacements), Cell.number(record.cellDay))
  }

  func records(of unit: String, in environment: AppStoreEnvironment) throws -> [RecordRow] {
    try each(
      "SELECT \(Self.columns) FROM assignments WHERE environment = ? AND unit = ?",
      environment.cell, Cell.text(unit), read: RecordRow.init(row:))
  }

  mutating func removeRecord(like key: RecordKey, in environment: AppStoreEnvironment) throws {
    try run(
      """
      DELETE FROM assignments
      WHERE environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?
      """,
      environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue))
    changes.insert(key.unit.text)
  }

  mutating func removeRecords(of unit: String, in environment: AppStoreEnvironment) throws {
    try run(
      "DELETE FROM assignments WHERE environment = ? AND unit = ?", environment.cell,
      Cell.text(unit))
    changes.insertAll()
  }

  func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> [ExposureCounts] {
    try each(
      """
      SELECT variant, count(*) FILTER (WHERE is_conflict = 0 AND exposures > 0),
        coalesce(sum(exposures - 1) FILTER (WHERE is_conflict = 0 AND exposures > 0), 0),
        count(*) FILTER (WHERE is_conflict = 1), count(*) FILTER (WHERE is_contested = 1),
        count(*) FILTER (WHERE is_conflict = 0 AND exposures > 0 AND is_held_out = 1)
      FROM assignments WHERE environment = ? AND experiment = ? AND phase = ? GROUP BY variant
      """, environment.cell, Cell.text(experiment), Cell.number(phase)
    ) {
      ExposureCounts(
        variant: try $0.required(0), units: $0.int(1), repeats: $0.int(2), conflicts: $0.int(3),
        contested: $0.int(4), heldOut: $0.int(5))
    }
  }

  /// Every unit with a recorded assignment, read when the ledger is opened.
  func eachUnit(_ body: (String, AppStoreEnvironment) -> Void) throws {
    _ = try each("SELECT DISTINCT unit, environment FROM assignments") {
      body(try $0.required(0), try AppStoreEnvironment(code: $0.int(1)))
    }
  }

  /// Every anonymous id with a recorded assignment that is an alias.
  func eachRecordedAlias(_ body: (String, AppStoreEnvironment) throws -> Void) throws {
    _ = try each(
      """
      SELECT anonymous_id, environment FROM aliases AS a WHERE EXISTS (
        SELECT 1 FROM assignments AS r
        WHERE r.environment = a.environment AND r.unit = a.anonymous_id)
      """
    ) {
      try body(try $0.required(0), try AppStoreEnvironment(code: $0.int(1)))
    }
  }
}

extension RecordRow {
  fileprivate init(row: SQLRow) throws {
    guard let kind = Unit(rawValue: try row.plain(3)) else {
      throw UnreadableRow("a unit of an unknown kind")
    }
    self.init(
      RecordedAssignment(
        experiment: try row.required(1), phase: row.int(2), variant: try row.required(4),
        unit: try row.required(0), unitKind: kind, recordedAt: row.moment(5) ?? .epoch),
      sentAs: row.text(12).flatMap(IdOrigin.init),
      isConflict: row.flag(6) ?? false, isContested: row.flag(13) ?? false, exposures: row.int(7),
      exposedAt: row.moment(8),
      renderedAt: row.moment(9), placement: row.text(10), isHeldOut: row.flag(11) ?? false,
      deviceTime: DeviceTime(row, at: 14), details: RecordDetails(row, at: 16),
      isAtSeveralPlacements: row.flag(20) ?? false, cellDay: row.int(optional: 21))
  }
}
