/// A half-open range of time `[start, end)`; a missing end is open.
package struct TimeWindow: Hashable, Sendable {
  package var start: Timestamp?
  package var end: Timestamp?

  package static let always = TimeWindow()

  package init(start: Timestamp? = nil, end: Timestamp? = nil) {
    self.start = start
    self.end = end
  }

  package func contains(_ moment: Timestamp) -> Bool {
    if let start, moment < start { return false }
    if let end, moment >= end { return false }
    return true
  }

  package func overlaps(_ other: TimeWindow) -> Bool {
    let startsBeforeOtherEnds = start.map { start in other.end.map { start < $0 } ?? true } ?? true
    let otherStartsBeforeEnd = other.start.map { start in end.map { start < $0 } ?? true } ?? true
    return startsBeforeOtherEnds && otherStartsBeforeEnd
  }

  /// The next moment after `moment` at which `contains` changes.
  package func nextChange(after moment: Timestamp) -> Timestamp? {
    if let start, start > moment { return start }
    if let end, end > moment { return end }
    return nil
  }
}
