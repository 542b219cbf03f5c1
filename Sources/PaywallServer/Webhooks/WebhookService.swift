package import Ledger
import Logging
package import PaywallCatalog
import ServiceLifecycle
import Synchronization

/// Tells the ledger which endpoints the release has, and sends the events that are due at each of
/// them. Of servers that share a ledger one sends to an endpoint at a time.
package final class WebhookService: Service, Sendable {
  private let ledger: any Ledger
  private let endpoints: @Sendable () -> [WebhookEndpoint]
  private let sending: WebhookSending
  private let failures: LedgerFailureLog
  private let now: @Sendable () -> Timestamp
  private let interval: Duration
  private let end: @Sendable () async -> Void
  private let state = Mutex(State())

  private struct State {
    /// As the ledger has them; `nil` before the first look.
    var told: [WebhookEndpoint]?
    /// Whether the ledger may have events.
    var isUsed = false
    /// The names of endpoints that are being sent to.
    var busy: Set<String> = []
    var prunedAt: Timestamp?
  }

  /// Milliseconds.
  private static let pauseOfPruning: Int64 = 10 * 60_000

  /// - Parameters:
  ///   - endpoints: those of the release that is served.
  ///   - end: closes what was opened for sending.
  package init(
    _ ledger: any Ledger, endpoints: @escaping @Sendable () -> [WebhookEndpoint],
    _ sending: WebhookSending, _ failures: LedgerFailureLog,
    now: @escaping @Sendable () -> Timestamp, every interval: Duration = .seconds(1),
    end: @escaping @Sendable () async -> Void = {}
  ) {
    self.ledger = ledger
    self.endpoints = endpoints
    self.sending = sending
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

  /// One look at all endpoints, of which none waits for another. Without any, and without any before,
  /// nothing is asked of the ledger.
  private func look(_ group: inout DiscardingTaskGroup) async {
    let endpoints = endpoints()
    do throws(LedgerFailure) {
      try await tell(endpoints)
      try await pruneAtTimes()
    } catch {
      return failures.note(error)
    }
    for endpoint in endpoints {
      guard state.withLock({ $0.busy.insert(endpoint.name).inserted }) else { continue }
      group.addTask {
        do throws(LedgerFailure) {
          try await self.sending.sendDue(to: endpoint)
        } catch {
          self.failures.note(error)
        }
        self.state.withLock { _ = $0.busy.remove(endpoint.name) }
      }
    }
  }

  private func tell(_ endpoints: [WebhookEndpoint]) async throws(LedgerFailure) {
    let told = state.withLock { $0.told }
    guard told != endpoints else { return }
    // A ledger that never had any is left as it is.
    var isUsed = !endpoints.isEmpty || told != nil
    if !isUsed { isUsed = try await !ledger.webhookReceivers().isEmpty }
    if isUsed { try await ledger.setWebhooks(endpoints, at: now()) }
    state.withLock { state in
      state.told = endpoints
      state.isUsed = isUsed
    }
  }

  private func pruneAtTimes() async throws(LedgerFailure) {
    let now = now()
    let isDue = state.withLock { state in
      guard state.isUsed else { return false }
      if let last = state.prunedAt, now.milliseconds - last.milliseconds < Self.pauseOfPruning {
        return false
      }
      state.prunedAt = now
      return true
    }
    if isDue { try await sending.prune() }
  }
}
