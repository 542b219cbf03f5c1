package import PaywallCatalog

/// A snapshot with its audiences compiled and its experiments indexed by placement: made once per
/// release, immutable, and shared by all requests.
package struct CompiledSnapshot: Sendable {
  let index: SnapshotIndex

  package init(_ snapshot: Snapshot) { index = SnapshotIndex(snapshot) }

  package var snapshot: Snapshot { index.snapshot }

  /// Whether an answer at this placement can depend on recorded assignments.
  package func needsRecords(at placement: String) -> Bool {
    index.placement(placement)?.needsRecords ?? false
  }
}
