import Synchronization

/// Allows one log line per interval, so that a problem that lasts does not fill the log.
package final class LogThrottle: Sendable {
  private let interval: Duration
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  package init(_ interval: Duration = .seconds(1)) { self.interval = interval }

  /// Whether a line may be written now; then the next one may after the interval.
  package func isDue() -> Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < interval { return false }
      last = now
      return true
    }
  }
}
