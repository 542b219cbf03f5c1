/// The public part of a snapshot, for the offline bundle and the GrowthBook payload. Everything
/// private is left out, as is everything that only private parts need; a device decides from it
/// with the same code as the server.
package struct PublishedSnapshot: Sendable {
  /// Holds no keys, no personas, no titles, owners, metrics or limits.
  package let snapshot: Snapshot
  /// Placements where something private was left out, so that the server may answer differently.
  package let partialPlacements: Set<String>

  /// For readers of a published snapshot.
  package init(snapshot: Snapshot, partialPlacements: Set<String>) {
    self.snapshot = snapshot
    self.partialPlacements = partialPlacements
  }
}
