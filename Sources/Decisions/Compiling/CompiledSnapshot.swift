package import Catalog

/// A snapshot with its audiences compiled and its experiments indexed: made once per release.
package struct CompiledSnapshot: Sendable {
  package let snapshot: Snapshot

  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }
}
