import PaywallCatalog

/// Moments in milliseconds since 1970, 4 bytes each: by day, the milliseconds of that day.
package struct ExposureTimes: Sendable {
  /// The milliseconds by days since 1970, in any order.
  package private(set) var days: [Int64: [UInt32]] = [:]

  package init() {}

  package var count: Int { days.values.reduce(0) { $0 + $1.count } }

  package mutating func insert(_ moment: Int64) {
    let (day, rest) = Self.parts(of: moment)
    days[day, default: []].append(rest)
  }

  /// - Returns: whether it was there.
  package mutating func remove(_ moment: Int64) -> Bool {
    let (day, rest) = Self.parts(of: moment)
    guard let place = days[day]?.firstIndex(of: rest), let last = days[day]?.popLast() else {
      return false
    }
    if let count = days[day]?.count, place < count { days[day]?[place] = last }
    if days[day]?.isEmpty == true { days[day] = nil }
    return true
  }

  package mutating func trim() {
    days = days.mapValues { times in
      var exact: [UInt32] = []
      exact.reserveCapacity(times.count)
      exact += times
      return exact
    }
  }

  /// Days since 1970, and milliseconds of the day.
  package static func parts(of moment: Int64) -> (day: Int64, rest: UInt32) {
    let (day, rest) = moment.quotientAndRemainder(dividingBy: Timestamp.day)
    return rest < 0 ? (day - 1, UInt32(rest + Timestamp.day)) : (day, UInt32(rest))
  }
}
