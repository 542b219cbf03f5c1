/// The numbers of calls in each second of the last hour.
struct HourlyWindow: Sendable {
  /// One more than an hour has: a call at the end of its second is as old as an hour a second later.
  static let seconds: Int64 = 3_601
  private var counts = [Int32](repeating: 0, count: Int(seconds))
  /// The newest second that is counted.
  private(set) var newest: Int64
  private(set) var used = 0

  init(at second: Int64) { newest = second }

  /// Forgets calls that are an hour old. A clock that goes back counts in its newest second; if it
  /// goes back by more than an hour, the counted calls go back with it.
  mutating func advance(to second: Int64) {
    if second <= newest {
      if newest - second > Self.seconds { rebase(to: second) }
      return
    }
    if second - newest >= Self.seconds {
      counts = [Int32](repeating: 0, count: Int(Self.seconds))
      used = 0
    } else {
      for past in newest + 1...second {
        let place = Self.place(past)
        used -= Int(counts[place])
        counts[place] = 0
      }
    }
    newest = second
  }

  private mutating func rebase(to second: Int64) {
    counts = [Int32](repeating: 0, count: Int(Self.seconds))
    newest = second
    counts[Self.place(second)] = Int32(clamping: used)
  }

  /// - Parameter second: within the last hour.
  mutating func add(_ count: Int, at second: Int64) {
    guard second > newest - Self.seconds else { return }
    counts[Self.place(min(second, newest))] += Int32(clamping: count)
    used += count
  }

  /// The second at which fewer than `limit` calls are within the hour.
  func free(below limit: Int) -> Int64 {
    guard used >= limit else { return newest }
    var left = used
    for second in newest - Self.seconds + 1...newest {
      left -= Int(counts[Self.place(second)])
      if left < limit { return second + Self.seconds }
    }
    return newest + Self.seconds
  }

  private static func place(_ second: Int64) -> Int {
    Int(((second % seconds) + seconds) % seconds)
  }
}
