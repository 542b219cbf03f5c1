/// The order of the winners at a placement: the latest end first. An experiment without an end was
/// stopped by hand at an unknown time, and precedes all others. Then the latest start, then the id.
package struct WinnerRank: Comparable, Sendable {
  private let end: Timestamp
  private let start: Timestamp
  private let id: String

  package init(_ id: String, _ schedule: TimeWindow) {
    self.id = id
    end = schedule.end ?? Timestamp(milliseconds: .max)
    start = schedule.start ?? Timestamp(milliseconds: .min)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.end == right.end && left.start == right.start && left.id.utf8.elementsEqual(right.id.utf8)
  }

  /// Whether the first precedes the second.
  package static func < (left: Self, right: Self) -> Bool {
    if left.end != right.end { return left.end > right.end }
    if left.start != right.start { return left.start > right.start }
    return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
  }
}
