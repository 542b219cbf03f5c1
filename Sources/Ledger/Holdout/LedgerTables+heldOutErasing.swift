import Catalog
import Subscribers
import TextCoding

extension LedgerTables {
  /// Removes the held-out units of one person, and leaves what they add to the aggregates. All ids
  /// at once: a person counts once.
  mutating func eraseHeldOut(
    of ids: [String], _ transactions: TransactionsOfUnits, in environment: AppStoreEnvironment
  ) throws {
    let rows = try ids.flatMap { try heldOutRows(ofUnit: $0, in: environment) }
    let persons = try rows.map { ($0, try exposures(of: $0, in: environment)) }
    for (row, known) in persons where !(known.earlier?.voucher.isStrong ?? false) {
      let isCompared = !(known.recorded?.voucher.isStrong ?? false)
      var key = try cell(of: row, in: environment)
      if try self.persons(in: key) < ErasedCell.fewestPersons { key.group = nil }
      var cell = try erasedCell(key) ?? ErasedCell(key)
      let covariates = try covariates(of: RecordKey(row.unit), in: environment)
      let bought = transactions[UTF8Key(row.unit.unit)] ?? []
      cell.add(
        row, isCompared: isCompared,
        [ErasedMetric: Int64](
          exposures: row.exposures, since: row.renderedAt, covariates, transactions: bought))
      try put(cell)
    }
    for id in ids { try removeHeldOut(ofUnit: id, in: environment) }
  }
}

extension LedgerTables {
  /// The cell in which a held-out unit was counted: its details never change.
  func cell(of row: HeldOutRow, in environment: AppStoreEnvironment) throws -> ErasedCell.Key {
    let details = try dimensions(row.details.dimensions)
    let served = try served(row.details.served)
    let group = details.flatMap { details in
      served.map { ErasedCell.Group(day: row.exposedAt.dayNumber, details, $0) }
    }
    return ErasedCell.Key(
      environment: environment, experiment: row.unit.experiment, phase: row.unit.phase,
      variant: ErasedCell.Key.heldOut, group: group)
  }
}

extension ErasedCell.Key {
  /// In place of a variant: no variant has this name.
  static let heldOut = ""

  package var isHeldOut: Bool { variant == Self.heldOut }
}
