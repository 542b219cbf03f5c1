import Logging
import ServiceLifecycle
import Synchronization

/// Whether the process is about to end; load balancers then send no new requests.
package final class DrainState: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isDraining: Bool { flag.load(ordering: .acquiring) }
  package func begin() { flag.store(true, ordering: .releasing) }
}

/// Announces a graceful shutdown, and gives load balancers time to see it before the server stops
/// listening. It must be the last service, because the shutdown reaches the last one first.
package struct DrainService: Service {
  let state: DrainState
  /// From announcement to end of listening.
  let notice: Duration
  let logger: Logger

  package func run() async throws {
    if (try? await gracefulShutdown()) != nil {
      logger.notice("ending, on SIGTERM or SIGINT: requests in flight are answered first")
    }
    state.begin()
    // Load balancers do not confirm, so wait the full notice.
    if notice > .zero { try? await Task.sleep(for: notice) }
  }
}
