import Synchronization

/// Lets one line through in a second, or in another time.
package final class LogPause: Sendable {
  private let length: Duration
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  package init(_ length: Duration = .seconds(1)) { self.length = length }

  package func isDue() -> Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < length { return false }
      last = now
      return true
    }
  }
}
