package import Catalog
import Synchronization

/// The units that may have recorded assignments, as 64-bit hashes in memory: 8 to 16 bytes each.
package final class UnitFilter: Sendable {
  private let hashes = Mutex<Set<Int>>([])

  package init() {}

  package func insert(_ unit: String, in environment: AppStoreEnvironment) {
    let hash = Self.hash(unit, environment)
    hashes.withLock { _ = $0.insert(hash) }
  }

  /// Takes in many at once, as when a ledger is opened.
  package func insert(_ units: [(unit: String, environment: AppStoreEnvironment)]) {
    hashes.withLock { hashes in
      for (unit, environment) in units { hashes.insert(Self.hash(unit, environment)) }
    }
  }

  /// `false` is certain.
  package func mayContain(_ unit: String, in environment: AppStoreEnvironment) -> Bool {
    let hash = Self.hash(unit, environment)
    return hashes.withLock { $0.contains(hash) }
  }

  private static func hash(_ unit: String, _ environment: AppStoreEnvironment) -> Int {
    var hasher = Hasher()
    hasher.combine(environment)
    hasher.combine(unit)
    return hasher.finalize()
  }
}
