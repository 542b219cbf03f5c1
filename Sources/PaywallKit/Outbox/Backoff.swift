/// How long to wait before the next attempt: twice as long each time, up to five minutes, and not
/// the same for all devices.
struct Backoff: Sendable {
  private var failures = 0

  mutating func succeed() { failures = 0 }

  /// - Parameters:
  ///   - random: from 0 up to 1.
  ///   - asked: what the server wants to be waited for, at the least.
  mutating func fail(random: Double, asked: Duration?) -> Duration {
    failures = min(failures + 1, 10)
    let seconds = min(300, Double(1 << failures)) * (0.5 + random / 2)
    return max(.milliseconds(Int64(seconds * 1000)), asked ?? .zero)
  }
}
