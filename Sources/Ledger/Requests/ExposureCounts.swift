import PaywallCatalog

/// The exposures of one variant in one phase.
package struct ExposureCounts: Hashable, Sendable {
  package var variant: String
  /// Exposed units without conflicts.
  package var units: Int
  /// Further exposures of these units.
  package var repeats: Int
  /// Units recorded with this variant that have seen two variants.
  package var conflicts: Int
  /// The part of `conflicts` that rests on aliases only an app has claimed.
  package var contested: Int
  /// The part of `units` that is in the holdout.
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

extension ExposureCounts {
  package init(_ row: some LedgerRow) throws {
    self.init(
      variant: try row.required(0), units: row.int(1), repeats: row.int(2), conflicts: row.int(3),
      contested: row.int(4), heldOut: row.int(5))
  }
}
