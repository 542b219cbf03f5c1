import PaywallCatalog
import Ledger
import LedgerStorage
import PaywallSubscribers
import PaywallTextCoding

extension SQLiteTables {
  static let recordColumns = """
    unit, experiment, phase, unit_kind, variant, recorded_at, is_conflict, exposures, exposed_at,
    rendered_at, placement, is_held_out, sent_as, is_contested, device_time, clock_offset,
    dimensions, served, reported, exposure_flags, is_at_several_placements, cell_day,
    days_since_install
    """

  private static let isRecord = """
    environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?
    """
  private static let selectRecord = "SELECT \(recordColumns) FROM assignments WHERE \(isRecord)"
  private static let selectRecords = """
    SELECT \(recordColumns) FROM assignments WHERE environment = ? AND unit = ?
    """
  private static let insertRecord = """
    INSERT INTO assignments (is_conflict, exposures, exposed_at, rendered_at, placement,
      is_held_out, sent_as, is_contested, device_time, clock_offset, dimensions, served, reported,
      exposure_flags, is_at_several_placements, cell_day, days_since_install, variant, recorded_at,
      environment, unit, experiment, phase, unit_kind)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  // Not an upsert: it would check the key's columns again, with a table of its own for each list.
  private static let updateRecord = """
    UPDATE assignments SET is_conflict = ?, exposures = ?, exposed_at = ?, rendered_at = ?,
      placement = ?, is_held_out = ?, sent_as = ?, is_contested = ?, device_time = ?,
      clock_offset = ?, dimensions = ?, served = ?, reported = ?, exposure_flags = ?,
      is_at_several_placements = ?, cell_day = ?, days_since_install = ?
    WHERE \(isRecord)
    """

  func record(like key: RecordKey, in environment: AppStoreEnvironment) throws -> RecordRow? {
    try first(
      Self.selectRecord,
      environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue), read: RecordRow.init(row:))
  }

  mutating func add(_ record: RecordRow, in environment: AppStoreEnvironment) throws {
    let assignment = record.assignment
    try run(
      Self.insertRecord,
      values(of: record) + [Cell.text(assignment.variant), Cell.moment(assignment.recordedAt)]
        + key(of: assignment, in: environment))
    changes.insert(assignment.unit)
  }

  mutating func update(
    _ record: RecordRow, isNewlyUsers: Bool, in environment: AppStoreEnvironment
  ) throws {
    try run(Self.updateRecord, values(of: record) + key(of: record.assignment, in: environment))
    if isNewlyUsers { changes.insert(record.assignment.unit) }
  }

  /// What changes of a record, in the order of the statements.
  private func values(of record: RecordRow) -> [SQLValue] {
    [
      Cell.flag(record.isConflict), Cell.number(record.exposures), Cell.moment(record.exposedAt),
      Cell.moment(record.renderedAt), Cell.text(record.placement), Cell.flag(record.isHeldOut),
      Cell.text(record.sentAs?.rawValue), Cell.flag(record.isContested),
      Cell.moment(record.deviceTime?.at), Cell.number(record.deviceTime?.offset),
      Cell.number(record.details?.dimensions), Cell.number(record.details?.served),
      Cell.number(record.details?.reported), Cell.number(record.details?.flags.rawValue),
      Cell.flag(record.isAtSeveralPlacements), Cell.number(record.cellDay),
      Cell.number(record.details?.daysSinceInstall),
    ]
  }

  private func key(
    of assignment: RecordedAssignment, in environment: AppStoreEnvironment
  ) -> [SQLValue] {
    [
      environment.cell, Cell.text(assignment.unit), Cell.text(assignment.experiment),
      Cell.number(assignment.phase), .text(assignment.unitKind.rawValue),
    ]
  }

  func records(of unit: String, in environment: AppStoreEnvironment) throws -> [RecordRow] {
    try each(
      Self.selectRecords, environment.cell, Cell.text(unit), read: RecordRow.init(row:))
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
    // Counted here: SQLite would sort millions of rows, in memory, to group them.
    var (counts, numbers): ([ExposureCounts], TextNumbers) = ([], TextNumbers())
    try forEach(
      """
      SELECT variant, exposures, is_conflict, is_contested, is_held_out
      FROM assignments WHERE environment = ? AND experiment = ? AND phase = ?
      """, [environment.cell, Cell.text(experiment), Cell.number(phase)]
    ) { row in
      let number = numbers.number(of: row, 0) { variant in
        if let known = counts.firstIndex(where: { $0.variant.hasSameUTF8(as: variant) }) {
          return known
        }
        counts.append(ExposureCounts(variant: variant))
        return counts.count - 1
      }
      counts[number].add(
        exposures: row.int(1), isConflict: row.flag(2) ?? false, isContested: row.flag(3) ?? false,
        isHeldOut: row.flag(4) ?? false)
    }
    return counts
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

extension ExposureCounts {
  /// Adds one record.
  fileprivate mutating func add(
    exposures: Int, isConflict: Bool, isContested: Bool, isHeldOut: Bool
  ) {
    if isContested { contested += 1 }
    if isConflict {
      conflicts += 1
    } else if exposures > 0 {
      units += 1
      repeats += exposures - 1
      if isHeldOut { heldOut += 1 }
    }
  }
}
