import Foundation
import PaywallCatalog

/// An answer of the server that may be used again.
struct KeptAnswer: Sendable {
  var answer: PlacementDecision
  var control: CacheControl
  /// Digest of the evaluation context: another context is another answer.
  var context: String
  var locale: String?
  /// The time of receipt, by the server's clock.
  var receivedAt: Timestamp
  /// The time of receipt, by the clock of this process; `nil` for an answer from before it.
  var received: Duration?

  /// Returns how the answer may be used. The age of an answer from before this process is not
  /// certain, because the clock may have been set since: it is requested again at the first use.
  func usefulness(at age: Duration) -> CacheControl.Usefulness {
    let usefulness = control.usefulness(at: age)
    return received == nil ? min(usefulness, .whileRevalidating) : usefulness
  }

  func age(_ time: ServerTime, _ clock: DeviceClock) -> Duration {
    if let received { return max(.zero, clock.running() - received) }
    return max(.zero, time.now(clock).elapsed(since: receivedAt))
  }

  /// True if no schedule has changed it since.
  func isValid(at now: Timestamp) -> Bool {
    answer.validUntil.map { now.date < $0 } ?? true
  }
}
