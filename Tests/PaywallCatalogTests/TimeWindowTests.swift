import PaywallCatalog
import Testing

struct TimeWindowTests {
  private func window(_ start: Int64?, _ end: Int64?) -> TimeWindow {
    TimeWindow(
      start: start.map { Timestamp(milliseconds: $0) },
      end: end.map { Timestamp(milliseconds: $0) })
  }

  @Test(
    "A window holds its start and not its end",
    arguments: [
      (10, 20, 9, false), (10, 20, 10, true), (10, 20, 19, true), (10, 20, 20, false),
      (nil, 20, -5, true), (nil, 20, 20, false), (10, nil, 9, false), (10, nil, 99, true),
      (nil, nil, 0, true), (10, 10, 10, false),
    ] as [(Int64?, Int64?, Int64, Bool)])
  func contains(start: Int64?, end: Int64?, moment: Int64, expected: Bool) {
    #expect(window(start, end).contains(Timestamp(milliseconds: moment)) == expected)
  }

  @Test(
    "Windows overlap if they share a moment",
    arguments: [
      (10, 20, 20, 30, false), (10, 20, 19, 30, true), (nil, 20, 20, nil, false),
      (nil, 20, 19, nil, true), (nil, nil, nil, nil, true), (10, nil, nil, 10, false),
      (10, nil, nil, 11, true), (10, 20, 12, 15, true), (10, 20, nil, nil, true),
    ] as [(Int64?, Int64?, Int64?, Int64?, Bool)])
  func overlaps(a: Int64?, b: Int64?, c: Int64?, d: Int64?, expected: Bool) {
    #expect(window(a, b).overlaps(window(c, d)) == expected)
    #expect(window(c, d).overlaps(window(a, b)) == expected)
  }

  @Test(
    "The next change is the start before it, the end within it, and none behind it",
    arguments: [
      (10, 20, 9, 10), (10, 20, 10, 20), (10, 20, 19, 20), (10, 20, 20, nil), (nil, 20, 0, 20),
      (10, nil, 0, 10), (10, nil, 10, nil), (nil, nil, 0, nil),
    ] as [(Int64?, Int64?, Int64, Int64?)])
  func nextChange(start: Int64?, end: Int64?, moment: Int64, expected: Int64?) {
    let next = window(start, end).nextChange(after: Timestamp(milliseconds: moment))
    #expect(next?.milliseconds == expected)
  }
}
