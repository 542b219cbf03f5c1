import PaywallCatalog

/// The arrivals of notifications of each type, by day, for as long as a rule needs them.
struct ArrivalLog: Codable, Hashable {
  /// The last text of the ledger that was looked at.
  var after: Int64 = 0
  var types: [String: Arrivals] = [:]

  /// The arrivals of one type.
  struct Arrivals: Codable, Hashable {
    /// Milliseconds since 1970.
    var last: Int64
    var days: [Day] = []
  }

  struct Day: Codable, Hashable {
    /// Days since 1970.
    var day: Int64
    var count: Int
    /// The longest time without one that ended on this day, in milliseconds.
    var gap: Int64
  }

  static let days: Int64 = 28
  /// The types that are followed; Apple has some twenty.
  private static let mostTypes = 64
  /// The milliseconds from its signature within which a notification is delivered in its time.
  private static let delay: Int64 = 3_600_000

  /// Adds a notification that came. One that reconciling brought, or Apple had to send again, shows
  /// nothing about how usual it is.
  mutating func add(_ type: String, signedAt: Timestamp?, receivedAt: Timestamp) {
    let at = receivedAt.milliseconds
    if let signedAt, at - signedAt.milliseconds > Self.delay { return }
    guard type != "TEST", types[type] != nil || types.count < Self.mostTypes else { return }
    guard var arrivals = types[type] else {
      types[type] = Arrivals(last: at)
      return
    }
    guard at >= arrivals.last else { return }
    let (day, gap) = (at / Timestamp.day, at - arrivals.last)
    if let last = arrivals.days.indices.last, arrivals.days[last].day == day {
      arrivals.days[last].count += 1
      arrivals.days[last].gap = max(arrivals.days[last].gap, gap)
    } else {
      arrivals.days.append(Day(day: day, count: 1, gap: gap))
    }
    arrivals.last = at
    arrivals.days.removeAll { $0.day <= day - Self.days }
    types[type] = arrivals
  }
}
