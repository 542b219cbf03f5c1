package import Catalog

/// A snapshot with its audiences compiled and its experiments indexed by placement: made once per
/// release, immutable, and shared by all requests.
package struct CompiledSnapshot: Sendable {
  package let snapshot: Snapshot
  let index: SnapshotIndex

  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    self.index = SnapshotIndex(snapshot)
  }

  /// Whether an answer at this placement can depend on recorded assignments.
  package func needsRecords(at placement: String) -> Bool {
    index.placement(placement)?.needsRecords ?? false
  }
}
