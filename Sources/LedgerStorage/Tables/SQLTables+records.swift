package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Serving

private enum Statements {
  static let selectRecord = "SELECT \(RecordRow.columns) FROM assignments WHERE \(RecordKey.isRow)"

  static let selectRecords = """
    SELECT \(RecordRow.columns) FROM assignments WHERE environment = ? AND unit = ?
    """

  /// The columns of a record that change.
  static let changing = """
    is_conflict, exposures, exposed_at, rendered_at, placement, is_held_out, sent_as, is_contested,
    device_time, clock_offset, dimensions, served, reported, exposure_flags,
    is_at_several_placements, cell_day, days_since_install
    """

  static let insertRecord = RowStatements.add(
    to: "assignments", "\(changing), variant, recorded_at, \(RecordKey.columns)")

  static let updateRecord = """
    UPDATE assignments SET \(changing.replacing(",", with: " = ?,")) = ? WHERE \(RecordKey.isRow)
    """
}

extension UnitRows {
  fileprivate var table: String {
    switch self {
    case .records: "assignments"
    case .heldOut: "held_out"
    case .covariates: "covariates"
    }
  }
}

extension RecordKey {
  /// In the order of `SQLTables.values`.
  static let columns = "environment, unit, experiment, phase, unit_kind"
  /// The condition that a row has the key.
  static let isRow =
    "environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?"
}

extension SQLTables {
  // Not an upsert: SQLite would check the key's columns again, with a table of its own for each list.
  package func record(like key: RecordKey, in environment: AppStoreEnvironment) throws -> RecordRow?
  {
    try lock([.id(key.unit.text, environment)])
    return try first(
      Statements.selectRecord,
      Self.values(key, in: environment), read: RecordRow.init(row:))
  }

  package mutating func add(_ record: RecordRow, in environment: AppStoreEnvironment) throws {
    let assignment = record.assignment
    try lock([.id(assignment.unit, environment)])
    try run(
      Statements.insertRecord,
      values(of: record) + [Cell.text(assignment.variant), Cell.moment(assignment.recordedAt)]
        + Self.values(RecordKey(assignment), in: environment))
    reads.changes.insert(assignment.unit)
  }

  package mutating func update(
    _ record: RecordRow, isNewlyUsers: Bool, in environment: AppStoreEnvironment
  ) throws {
    try run(
      Statements.updateRecord,
      values(of: record) + Self.values(RecordKey(record.assignment), in: environment))
    if isNewlyUsers { reads.changes.insert(record.assignment.unit) }
  }

  /// The values of a record that change, in the order of the statements.
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

  package func records(of unit: String, in environment: AppStoreEnvironment) throws -> [RecordRow] {
    try lock([.id(unit, environment)])
    return try each(
      Statements.selectRecords, environment.cell, Cell.text(unit), read: RecordRow.init(row:))
  }

  package mutating func remove(
    _ rows: UnitRows, like key: RecordKey, in environment: AppStoreEnvironment
  ) throws {
    try run(
      "DELETE FROM \(rows.table) WHERE \(RecordKey.isRow)", Self.values(key, in: environment))
    if rows == .records { reads.changes.insert(key.unit.text) }
  }

  package mutating func remove(
    _ rows: UnitRows, ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws {
    try lock([.id(unit, environment)])
    try run(
      "DELETE FROM \(rows.table) WHERE environment = ? AND unit = ?", environment.cell,
      Cell.text(unit))
    if rows == .records { reads.changes.insertAll() }
  }

  /// Every unit with a recorded assignment, read when the ledger is opened.
  package func eachUnit(_ body: (String, AppStoreEnvironment) -> Void) throws {
    _ = try each("SELECT DISTINCT unit, environment FROM assignments") {
      body(try $0.required(0), try AppStoreEnvironment(code: $0.int(1)))
    }
  }

  /// Every anonymous id with a recorded assignment that is an alias.
  package func eachRecordedAlias(_ body: (String, AppStoreEnvironment) throws -> Void) throws {
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
