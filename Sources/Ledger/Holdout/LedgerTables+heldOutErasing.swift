import PaywallCatalog
import PaywallTextCoding
import Serving

extension LedgerTables {
  /// Removes held-out units, and leaves what they add to the aggregates. All ids at once: a person
  /// counts once.
  mutating func eraseHeldOut(of ids: [String], in environment: AppStoreEnvironment) throws {
    let rows = try ids.flatMap { try heldOutRows(ofUnit: $0, in: environment) }
    let persons = try rows.map { ($0, try exposures(of: $0, in: environment)) }
    for (row, known) in persons where known.isCounted {
      var cell = try folded(cell(of: row, in: environment))
      cell.counts.add(row, isCompared: known.isCompared)
      try put(cell)
    }
    for id in ids { try remove(.heldOut, ofUnit: id, in: environment) }
  }

  /// The cell in which a held-out unit was counted: its details never change.
  func cell(of row: HeldOutRow, in environment: AppStoreEnvironment) throws -> ErasedCell.Key {
    let details: VisitorDimensions? = try interned(row.details.dimensions)
    let served: ServedPaywall? = try interned(row.details.served)
    let group = details.flatMap { details in
      served.map { ErasedCell.Group(day: row.exposedAt.dayNumber, details, $0) }
    }
    return ErasedCell.Key(
      environment: environment, experiment: row.unit.experiment, phase: row.unit.phase,
      variant: ErasedCell.Key.heldOut, group: group)
  }
}

extension HeldOutExposures {
  /// True unless another id of the person is certain to have been held out before.
  var isCounted: Bool { !(earlier?.voucher.isStrong ?? false) }
  /// True if the person counts, and is not certain to be in a variant.
  var isCompared: Bool { isCounted && !(recorded?.voucher.isStrong ?? false) }
}

extension ErasedCell.Key {
  /// The name used instead of a variant: no variant has it.
  static let heldOut = ""

  package var isHeldOut: Bool { variant == Self.heldOut }
}
