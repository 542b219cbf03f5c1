package import Ledger
package import PaywallAPI
package import PaywallCatalog
import Synchronization

/// The reasons and metrics of webhooks. Counted once in ten seconds at the most.
package final class WebhookReadiness: Sendable {
  private let ledger: any Ledger
  private let last = Mutex<(at: Timestamp, state: State)?>(nil)

  /// Milliseconds.
  private static let longestAge: Int64 = 10_000

  private struct State {
    var receivers: [WebhookReceiver]
    var counts: [WebhookCounts]
  }

  package init(_ ledger: any Ledger) { self.ledger = ledger }

  package func reasons(_ snapshot: Snapshot, at now: Timestamp) async -> [ReadinessReason] {
    guard !snapshot.webhooks.isEmpty, let state = await state(at: now) else { return [] }
    let failing = state.receivers.filter {
      $0.isActive && ($0.health.goneAt != nil || $0.health.failures > 0)
    }
    guard !failing.isEmpty else { return [] }
    let names = failing.map { "'\($0.name)'" }.joined(separator: ", ")
    return [
      ReadinessReason(
        "webhookFails",
        "events are not taken by \(names), and wait; 'paywall webhook list' says why",
        .degrading)
    ]
  }

  package func metrics(_ snapshot: Snapshot, at now: Timestamp) async -> [MetricFamily] {
    guard !snapshot.webhooks.isEmpty, let state = await state(at: now) else { return [] }
    func family(
      _ name: String, _ help: String, _ value: (WebhookReceiver, WebhookCounts?) -> Double
    ) -> MetricFamily {
      MetricFamily(
        .gauge, "paywall_webhook_\(name)", help,
        state.receivers.filter(\.isActive).map { receiver in
          let counts = state.counts.first { $0.endpoint == receiver.name }
          return MetricSample(
            value(receiver, counts), [MetricLabel("endpoint", receiver.name)])
        })
    }
    return [
      family("pending_events", "Events that wait, at most 10 seconds ago.") {
        Double($1?.pending ?? 0)
      },
      family("dead_events", "Events that were given up in the last 30 days.") {
        Double($1?.dead ?? 0)
      },
      family("oldest_event_seconds", "How long the oldest event waits.") {
        $1?.oldest.map { Double(max(0, now.milliseconds - $0.milliseconds)) / 1000 } ?? 0
      },
      family("failures", "Attempts in a row that a receiver did not take; 1 if it is gone.") {
        receiver, _ in
        Double(max(receiver.health.failures, receiver.health.goneAt == nil ? 0 : 1))
      },
    ]
  }

  /// `nil` without the ledger, which readiness reports itself.
  private func state(at now: Timestamp) async -> State? {
    // A count of the future was made before a clock went back.
    if let last = last.withLock({ $0 }), last.at <= now,
      now.milliseconds - last.at.milliseconds < Self.longestAge
    {
      return last.state
    }
    do throws(LedgerFailure) {
      let state = State(
        receivers: try await ledger.webhookReceivers(), counts: try await ledger.webhookCounts())
      last.withLock { $0 = (now, state) }
      return state
    } catch {
      return nil
    }
  }
}
