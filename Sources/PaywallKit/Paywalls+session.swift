import Catalog
import Foundation

extension Paywalls {
  /// Begins a session: what was shown before is forgotten, and every placement shows the newest
  /// answer. To be called when the app comes back after a long while; a process begins with one.
  public func startSession() {
    session = Session()
    lastAsked = clock.running()
    if !outbox.queue.isEmpty { flush(in: .zero) }
  }

  /// Begins one if the last is over.
  func renewSession() {
    let now = clock.running()
    if case .afterPause(let pause) = configuration.session, now - lastAsked >= pause {
      startSession()
    }
    lastAsked = now
  }
}
