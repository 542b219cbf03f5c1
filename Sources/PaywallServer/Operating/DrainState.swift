import ServiceLifecycle
import Synchronization

/// Whether the process is about to end, so that load balancers send it nothing new.
package final class DrainState: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isDraining: Bool { flag.load(ordering: .acquiring) }
  package func begin() { flag.store(true, ordering: .releasing) }
}

/// Says at a graceful shutdown that the server is leaving, and gives load balancers the time to see
/// it, before the server stops to listen. It is the last of the services, and so the first to be
/// told.
package struct DrainService: Service {
  private let state: DrainState
  /// Between the word and the end of listening.
  private let notice: Duration

  package init(_ state: DrainState, notice: Duration) {
    self.state = state
    self.notice = notice
  }

  package func run() async throws {
    try? await gracefulShutdown()
    state.begin()
    // The wait itself is the purpose: nobody tells that they have seen it.
    if notice > .zero { try? await Task.sleep(for: notice) }
  }
}
