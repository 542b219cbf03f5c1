/// The wait before the next attempt: twice as long each time, up to five minutes, with jitter so
/// that devices do not return together.
struct Backoff: Sendable {
  private var failures = 0

  mutating func succeed() { failures = 0 }

  /// - Parameters:
  ///   - random: a number from 0 up to 1.
  ///   - asked: the shortest pause that the server asks for.
  mutating func fail(random: Double, asked: Duration?) -> Duration {
    failures = min(failures + 1, 10)
    let seconds = min(300, Double(1 << failures)) * (0.5 + random / 2)
    return max(.milliseconds(Int64(seconds * 1000)), asked ?? .zero)
  }
}
