import PaywallCatalog
import Synchronization

/// A server's clock that a test sets.
final class MovingClock: Sendable {
  private let moment: Mutex<Timestamp>

  init(_ now: String) { moment = Mutex(time(now)) }

  var now: Timestamp { moment.withLock { $0 } }

  func set(_ now: String) { moment.withLock { $0 = time(now) } }
}
