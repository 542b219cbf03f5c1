package import PaywallCatalog
import PaywallTextCoding

extension Ledger {
  /// Erases without leaving anything that counts in results.
  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Int {
    try await forget(name, in: environment, at: now, leaving: nil)
  }

  /// The exposures of a phase by variant, with those of erased units: an erasure changes no total
  /// and no ratio of samples. Sorted by name.
  package func totalExposureCounts(
    of phase: PhaseKey
  ) async throws(LedgerFailure) -> [ExposureCounts] {
    let live = try await exposureCounts(of: phase)
    let cells = try await erasedCells(of: phase)
    var totals: [UTF8Key: ExposureCounts] = [:]
    for counts in live + cells.map(\.counts) {
      totals[UTF8Key(counts.variant), default: ExposureCounts(variant: counts.variant)]
        .add(counts)
    }
    return totals.values.sorted()
  }
}
