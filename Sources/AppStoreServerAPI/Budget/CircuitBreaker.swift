import PaywallCatalog

/// Stops calling an environment that did not answer the last calls, and tries it again with one
/// call at a time.
struct CircuitBreaker: Hashable, Sendable {
  enum Failure: Hashable, Sendable { case silent, unauthorized }

  private var failures = 0
  private var last = Failure.silent
  private var openUntil: Timestamp?
  /// True while the one call of a try is under way.
  private var isTrying = false
  /// Milliseconds.
  private var pause: Int64 = firstPause

  static let mostFailures = 5
  private static let firstPause: Int64 = 15_000
  private static let longestPause: Int64 = 5 * 60_000
  /// The time that the one call of a try may take, its wait for the budget included.
  private static let trial: Int64 = 60_000

  /// The moment when the next call is made; `nil` if it may be made now. After a pause the first
  /// call is the try, and the others wait for its result.
  mutating func wait(at now: Timestamp) -> (until: Timestamp, Failure)? {
    guard let openUntil else { return nil }
    // A clock that went back must not keep it open.
    guard openUntil <= now || openUntil > now.adding(milliseconds: Self.longestPause) else {
      return (openUntil, last)
    }
    self.openUntil = now.adding(milliseconds: Self.trial)
    isTrying = true
    return nil
  }

  mutating func succeed() { self = CircuitBreaker() }

  mutating func fail(_ failure: Failure, at now: Timestamp) {
    // Calls that were under way when it opened say nothing new.
    if let openUntil, openUntil > now, !isTrying { return }
    isTrying = false
    failures += 1
    last = failure
    guard failures >= Self.mostFailures else { return }
    openUntil = now.adding(milliseconds: pause)
    pause = min(pause * 2, Self.longestPause)
  }

  /// Since when it is open, with why; `nil` if calls are made.
  var open: (until: Timestamp, Failure)? { openUntil.map { ($0, last) } }
}
