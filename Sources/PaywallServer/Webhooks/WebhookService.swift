package import Ledger
import Logging
package import PaywallCatalog
import ServiceLifecycle
import Synchronization

/// Lets the ledger report changes that time alone makes, and sends the events that are due at each
/// endpoint. One of the servers that share a ledger sends to an endpoint at a time.
package final class WebhookService: Service, Sendable {
  private let ledger: any Ledger
  private let snapshot: @Sendable () -> Snapshot
  private let sending: WebhookSending
  private let timer: EntitlementTimer
  private let failures: LedgerFailureLog
  private let now: @Sendable () -> Timestamp
  private let interval: Duration
  private let end: @Sendable () async -> Void
  private let state = Mutex(State())

  private struct State {
    /// The names of endpoints that are being sent to.
    var busy: Set<String> = []
    /// True while changes that time alone makes are being reported.
    var isTelling = false
    var prunedAt: Timestamp?
  }

  /// Milliseconds.
  private static let pauseOfPruning: Int64 = 10 * 60_000

  /// - Parameters:
  ///   - snapshot: the release that is served.
  ///   - end: closes the resources that were opened for sending.
  package init(
    _ ledger: any Ledger, snapshot: @escaping @Sendable () -> Snapshot,
    _ sending: WebhookSending, _ failures: LedgerFailureLog,
    now: @escaping @Sendable () -> Timestamp, every interval: Duration = .seconds(1),
    end: @escaping @Sendable () async -> Void = {}
  ) {
    self.ledger = ledger
    self.snapshot = snapshot
    self.sending = sending
    timer = EntitlementTimer(ledger, now: now)
    self.failures = failures
    self.now = now
    self.interval = interval
    self.end = end
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        // The sleep is the interval between two looks; a stop ends it at once.
        repeat { await self.look(&group) } while (try? await Task.sleep(for: self.interval)) != nil
        group.cancelAll()
      }
    }
    await end()
  }

  /// One look at all endpoints, of which none waits for another.
  private func look(_ group: inout DiscardingTaskGroup) async {
    let snapshot = snapshot()
    do throws(LedgerFailure) {
      try await pruneAtTimes()
    } catch {
      return failures.note(error)
    }
    guard !snapshot.webhooks.isEmpty else { return }
    tellEntitlements(&group)
    for endpoint in snapshot.webhooks {
      guard state.withLock({ $0.busy.insert(endpoint.name).inserted }) else { continue }
      group.addTask {
        await self.failures.noting { () async throws(LedgerFailure) in
          try await self.sending.sendDue(to: endpoint)
        }
        self.state.withLock { _ = $0.busy.remove(endpoint.name) }
      }
    }
  }

  private func tellEntitlements(_ group: inout DiscardingTaskGroup) {
    let isFree = state.withLock { state in
      defer { state.isTelling = true }
      return !state.isTelling
    }
    guard isFree else { return }
    group.addTask {
      await self.failures.noting { () async throws(LedgerFailure) in
        try await self.timer.tellDue()
      }
      self.state.withLock { $0.isTelling = false }
    }
  }

  /// A ledger that never had an endpoint is only asked whether it had one.
  private func pruneAtTimes() async throws(LedgerFailure) {
    let now = now()
    let isDue = state.withLock { state in
      if let last = state.prunedAt, now.milliseconds - last.milliseconds < Self.pauseOfPruning {
        return false
      }
      state.prunedAt = now
      return true
    }
    if isDue, try await !ledger.webhookReceivers().isEmpty { try await sending.prune() }
  }
}
