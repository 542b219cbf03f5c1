package import PaywallCatalog
import Synchronization

/// The units that may have recorded assignments, as 32-bit hashes in memory (4 to 8 bytes each): with
/// ten million units one in 400 others seems to be one of them, and is looked for.
package final class UnitFilter: Sendable {
  private let hashes = Mutex<Set<UInt32>>([])

  package init() {}

  package func insert(_ unit: String, in environment: AppStoreEnvironment) {
    let hash = Self.hash(unit, environment)
    hashes.withLock { _ = $0.insert(hash) }
  }

  /// Inserts the ids by which records can now be found. The writer calls it before its commit, so
  /// that no reader takes a unit with records for one without.
  package func insert(
    findersBy ids: some Sequence<String>, in environment: AppStoreEnvironment,
    _ tables: some LedgerTables
  ) throws {
    for id in try tables.finders(by: ids, in: environment) { insert(id, in: environment) }
  }

  /// `false` is certain.
  package func mayContain(_ unit: String, in environment: AppStoreEnvironment) -> Bool {
    let hash = Self.hash(unit, environment)
    return hashes.withLock { $0.contains(hash) }
  }

  private static func hash(_ unit: String, _ environment: AppStoreEnvironment) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(environment)
    hasher.combine(unit)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
