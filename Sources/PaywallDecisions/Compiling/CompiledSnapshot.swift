package import PaywallCatalog

/// A snapshot with its audiences compiled and its experiments indexed by placement: made once per
/// release, immutable, and shared by all requests.
package struct CompiledSnapshot: Sendable {
  package let index: SnapshotIndex

  package init(_ snapshot: Snapshot) { index = SnapshotIndex(snapshot) }

  package var snapshot: Snapshot { index.snapshot }

  /// The locales of the app, the default first; at least one.
  package var locales: [String] { index.languages.locales }

  /// Whether an answer at this placement can depend on recorded assignments.
  package func needsRecords(at placement: String) -> Bool {
    index.placement(placement)?.needsRecords ?? false
  }
}
