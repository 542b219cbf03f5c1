/// Experiments in one layer never share a visitor: each owns a slice of its 10,000 buckets.
package struct Layer: Sendable {
  package var name: String
  package var unit: Unit
  package var seed: String

  package init(name: String, unit: Unit, seed: String) {
    self.name = name
    self.unit = unit
    self.seed = seed
  }
}

/// The share of visitors who are in no experiment, to measure the whole programme.
package struct Holdout: Sendable {
  package var share: BasisPoints
  package var seed: String

  package init(share: BasisPoints, seed: String) {
    self.share = share
    self.seed = seed
  }
}

/// The id that is hashed into a bucket.
package enum Unit: String, CaseIterable, Sendable {
  /// `userId`, else `anonymousId`.
  case visitor
  case userId
  case anonymousId
}

#if Server
extension Layer: Hashable {}
extension Holdout: Hashable {}
#endif
