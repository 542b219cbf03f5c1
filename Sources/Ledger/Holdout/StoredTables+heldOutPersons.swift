package import PaywallCatalog
import Serving

extension StoredTables {
  /// The persons whom the holdout alone kept out of a phase, with what their customers did, as one
  /// variant without a name. Persons who are certain to be recorded in the phase, too, are left
  /// out.
  ///
  /// - Parameter end: units whose first exposure came later do not count.
  package func heldOutPersons(of phase: PhaseKey, until end: Timestamp) throws -> PhaseColumns {
    let identities = try identities(in: phase.environment)
    var columns = PhaseColumns()
    var names = ExposedNames()
    var known: [ExposedRow] = []
    for exposures in try heldOut(of: phase)
    where exposures.isCompared && exposures.receivedAt <= end {
      let row = ExposedRow(
        exposures, isKnown: identities.isKnown(exposures.unit.unit), &names)
      if row.known == nil { columns.add(PersonFacts(row)) } else { known.append(row) }
    }
    try eachPerson(known, identities, of: phase, account: identities.account) { columns.add($0) }
    return columns
  }
}

extension ExposedRow {
  fileprivate init(_ exposures: HeldOutExposures, isKnown: Bool, _ names: inout ExposedNames) {
    self.init(
      variant: names.number(ofVariant: ErasedCell.Key.heldOut),
      placement: names.number(ofPlacement: exposures.placement), at: exposures.renderedAt,
      isConflict: false, isHeldOut: false, dimensions: nil,
      known: isKnown
        ? Known(
          unit: exposures.unit.unit, unitKind: exposures.unit.unitKind, origin: nil,
          recordedAt: exposures.receivedAt) : nil)
  }
}
