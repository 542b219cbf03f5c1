import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

extension Ledger {
  /// Gives each person of a phase to the reducer, as of one moment of the ledger. Reads every record,
  /// and stops no writer.
  ///
  /// - Parameter end: units whose first exposure came later do not count.
  func persons<Reducer: PersonReducer>(
    of phase: PhaseKey, until end: Timestamp,
    reducing reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await read(.scan) { tables in
      try tables.persons(
        of: phase, until: end, reducing: reducer)
    }
  }

  /// The exposures of a phase by variant, with those of erased units: an erasure changes no total
  /// and no ratio of samples. Sorted by name.
  func totalExposureCounts(
    of phase: PhaseKey
  ) async throws -> [ExposureCounts] {
    let live = try await exposureCounts(of: phase)
    let cells = try await erasedCells(of: phase)
    var totals: [UTF8Key: ExposureCounts] = [:]
    for counts in live + cells.map(\.counts) {
      totals[UTF8Key(counts.variant), default: ExposureCounts(variant: counts.variant)]
        .add(counts)
    }
    return totals.values.sorted()
  }
  /// Returns the counts that erased held-out units have left; `other` first. A unit that was
  /// recorded in the phase too counts as a conflict.
  func erasedHeldOut(of phase: PhaseKey) async throws(LedgerFailure) -> [ErasedCell] {
    try await read(.scan) {
      try $0.erasedCells(of: phase).filter(\.key.isHeldOut)
        .sorted()
    }
  }
}

extension ExposureCounts {
  fileprivate mutating func add(_ other: ExposureCounts) {
    units += other.units
    repeats += other.repeats
    conflicts += other.conflicts
    contested += other.contested
    heldOut += other.heldOut
  }
}
