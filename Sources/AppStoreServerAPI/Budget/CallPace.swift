/// An even pace with short bursts (the generic cell rate algorithm): in any hour at most `burst`
/// calls more than the pace allows. Times are microseconds.
struct CallPace: Sendable {
  private let interval: Int64
  private let tolerance: Int64
  /// The moment when the next call would be in pace without bursts.
  private var next = Int64.min

  /// - Parameters:
  ///   - hourly: calls of any hour, bursts included.
  ///   - burst: calls at once after a quiet time.
  init(hourly: Double, burst: Int) {
    let burst = max(1, burst)
    interval = Int64((3_600_000_000 / max(hourly - Double(burst), hourly / 2)).rounded(.up))
    tolerance = Int64(burst - 1) * interval
  }

  /// The moment from which a call is in pace.
  var free: Int64 { next == .min ? .min : next - tolerance }

  func allows(_ now: Int64) -> Bool { next == .min || next - tolerance <= now }

  mutating func take(_ now: Int64) { next = max(next, now) + interval }

  /// A clock that went back must not make calls wait for its former time. Urgent calls, which are not
  /// paced, may run ahead by a minute: the others wait until that is made up for.
  mutating func limit(to now: Int64) {
    next = min(next, now + tolerance + interval + Self.mostAhead)
  }

  private static let mostAhead: Int64 = 60_000_000
}
