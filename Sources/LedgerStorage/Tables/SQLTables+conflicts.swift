package import Ledger
package import PaywallCatalog
import PaywallTextCoding

private enum Statements {
  static let add = RowStatements.addOnce(to: "conflicts", "environment, \(columns)")
  static let hasUnit = "environment = ?1 AND unit = ?2 OR environment = ?1 AND other_unit = ?2"

  static let columns = """
    experiment, phase, unit, variant, other_experiment, other_phase, other_unit, other_variant,
    came_first, cause, voucher, happened_at
    """
}

extension SQLTables {
  package mutating func add(_ event: ConflictEvent, in environment: AppStoreEnvironment) throws
    -> Bool
  {
    try lock([.id(event.own.unit, environment)])
    return try writes(
      Statements.add, environment.cell, Cell.text(event.own.experiment),
      Cell.number(event.own.phase),
      Cell.text(event.own.unit), Cell.text(event.own.variant), Cell.text(event.other.experiment),
      Cell.number(event.other.phase), Cell.text(event.other.unit), Cell.text(event.other.variant),
      Cell.flag(event.cameFirst), .text(event.cause.rawValue), .text(event.voucher.rawValue),
      Cell.moment(event.happenedAt))
  }

  package func conflicts(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws -> [ConflictEvent] {
    try each(
      "SELECT \(Statements.columns) FROM conflicts WHERE \(Statements.hasUnit)", environment.cell,
      Cell.text(unit), read: ConflictEvent.init(row:))
  }

  package mutating func removeConflicts(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws {
    try run(
      "DELETE FROM conflicts WHERE \(Statements.hasUnit)", environment.cell, Cell.text(unit))
  }

  package mutating func removeConflicts(
    like key: RecordKey, in environment: AppStoreEnvironment
  ) throws {
    try run(
      """
      DELETE FROM conflicts
      WHERE environment = ?1 AND unit = ?2 AND experiment = ?3 AND phase = ?4
        OR environment = ?1 AND other_unit = ?2 AND other_experiment = ?3 AND other_phase = ?4
      """, environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase))
  }
}
