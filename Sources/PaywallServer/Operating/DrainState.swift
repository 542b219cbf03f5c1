import ServiceLifecycle
import Synchronization

/// Whether the process is about to end.
package final class Departure: Sendable {
  private let leaving = Atomic(false)

  package init() {}

  package var isLeaving: Bool { leaving.load(ordering: .acquiring) }
  package func begin() { leaving.store(true, ordering: .releasing) }
}

/// Says at a graceful shutdown that the server is leaving, and gives load balancers the time to see
/// it, before the server stops to listen. It is the last of the services, and so the first to be
/// told.
package struct DepartureService: Service {
  private let departure: Departure
  /// Between the word and the end of listening.
  private let notice: Duration

  package init(departure: Departure, notice: Duration) {
    self.departure = departure
    self.notice = notice
  }

  package func run() async throws {
    try? await gracefulShutdown()
    departure.begin()
    // The wait itself is the purpose: nobody tells that they have seen it.
    if notice > .zero { try? await Task.sleep(for: notice) }
  }
}
