import Synchronization

/// Lets one line through in a second.
final class LogPause: Sendable {
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  func isDue() -> Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < .seconds(1) { return false }
      last = now
      return true
    }
  }
}
