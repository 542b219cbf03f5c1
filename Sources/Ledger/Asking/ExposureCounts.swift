/// The exposures of one variant in one phase.
package struct ExposureCounts: Hashable, Sendable {
  package var variant: String
  /// Exposed units that count: without conflicts.
  package var units: Int
  /// What these units were exposed to after their first time.
  package var repeats: Int
  /// Units recorded with this variant who have seen two.
  package var conflicts: Int
  /// Of `conflicts`, those that only an app's word made: claims of aliases that nobody vouches for.
  package var contested: Int
  /// Of `units`, those who are in the holdout.
  package var heldOut: Int

  package init(
    variant: String, units: Int = 0, repeats: Int = 0, conflicts: Int = 0,
    contested: Int = 0, heldOut: Int = 0
  ) {
    self.variant = variant
    self.units = units
    self.repeats = repeats
    self.conflicts = conflicts
    self.contested = contested
    self.heldOut = heldOut
  }
}

extension ExposureCounts: Comparable {
  /// By variant.
  package static func < (left: ExposureCounts, right: ExposureCounts) -> Bool {
    left.variant.utf8.lexicographicallyPrecedes(right.variant.utf8)
  }
}
