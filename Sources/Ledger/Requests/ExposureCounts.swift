import PaywallCatalog

/// The exposures of one variant in one phase.
package struct ExposureCounts: Hashable, Sendable {
  package var variant: String
  /// Exposed units without conflicts.
  package var units = 0
  /// Further exposures of these units.
  package var repeats = 0
  /// Units recorded with this variant that have seen two variants.
  package var conflicts = 0
  /// The part of `conflicts` that rests on aliases only an app has claimed.
  package var contested = 0
  /// The part of `units` that is in the holdout.
  package var heldOut = 0
}

extension ExposureCounts {
  package init(of variant: String) { self.init(variant: variant) }

  mutating func add(_ row: RecordRow) {
    add(
      exposures: row.exposures, isConflict: row.isConflict, isContested: row.isContested,
      isHeldOut: row.isHeldOut)
  }

  /// Adds a held-out unit; who was recorded too is a conflict.
  mutating func add(_ row: HeldOutRow, isCompared: Bool) {
    guard isCompared else { return conflicts += 1 }
    units += 1
    repeats += row.exposures - 1
  }

  /// Adds one record.
  package mutating func add(
    exposures: Int, isConflict: Bool, isContested: Bool, isHeldOut: Bool
  ) {
    if isContested { contested += 1 }
    if isConflict {
      conflicts += 1
    } else if exposures > 0 {
      units += 1
      repeats += exposures - 1
      if isHeldOut { heldOut += 1 }
    }
  }
}

extension ExposureCounts: Comparable {
  /// Sorts by variant.
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
