/// One arm of an experiment.
package struct Variant: Sendable {
  package var name: String
  package var share: BasisPoints
  package var shows: Shows

  package init(name: String, share: BasisPoints, shows: Shows) {
    self.name = name
    self.share = share
    self.shows = shows
  }

  package enum Shows: Sendable {
    case everywhere(Show)
    /// By placement, for every placement of the experiment.
    case perPlacement([String: Show])
  }

  package func show(at placement: String) -> Show? {
    switch shows {
    case .everywhere(let show): show
    case .perPlacement(let shows): shows[placement]
    }
  }
}

/// A half-open part `[start, end)` of a layer, in buckets 0…10000.
package struct Slice: Hashable, Sendable {
  package let start: Int
  package let end: Int

  package static let whole = Slice(unchecked: 0, 10_000)

  /// `nil` when it is empty or reaches outside 0…10000.
  package init?(start: BasisPoints, end: BasisPoints) {
    guard start < end else { return nil }
    self.init(unchecked: start.value, end.value)
  }

  private init(unchecked start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  package func contains(_ bucket: Int) -> Bool { start <= bucket && bucket < end }

  package func overlaps(_ other: Slice) -> Bool { start < other.end && other.start < end }
}

extension Slice: CustomStringConvertible {
  /// The form in files: `0%-40%`.
  package var description: String {
    [start, end].map { BasisPoints($0)?.description ?? "?" }.joined(separator: "-")
  }
}

extension Slice {
  /// Reads `0%-40%`.
  package init?(text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { BasisPoints(percent: $0) }
    guard ends.count == 2, let start = ends[0], let end = ends[1] else { return nil }
    self.init(start: start, end: end)
  }
}

#if Server
extension Variant: Hashable {}
extension Variant.Shows: Hashable {}
#endif
