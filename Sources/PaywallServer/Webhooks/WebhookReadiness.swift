package import Ledger
package import PaywallAPI
package import PaywallCatalog

/// The reasons and metrics of webhooks.
package final class WebhookReadiness: Sendable {
  private let state: KeptReading<State>

  private struct State {
    var receivers: [WebhookReceiver]
    var counts: [WebhookCounts]
  }

  package init(_ ledger: any Ledger) {
    state = KeptReading { _ async throws(LedgerFailure) in
      State(
        receivers: try await ledger.webhookReceivers(), counts: try await ledger.webhookCounts())
    }
  }

  package func reasons(_ snapshot: Snapshot, at now: Timestamp) async -> [ReadinessReason] {
    guard !snapshot.webhooks.isEmpty, let state = await state.value(at: now) else { return [] }
    let failing = state.receivers.filter {
      $0.isActive && ($0.health.goneAt != nil || $0.health.failures > 0)
    }
    guard !failing.isEmpty else { return [] }
    let names = failing.map { "'\($0.name)'" }.joined(separator: ", ")
    return [
      ReadinessReason(
        "webhookFails",
        "events wait, because \(names) did not accept them; 'paywall webhook list' says why",
        .degrading)
    ]
  }

  package func metrics(_ snapshot: Snapshot, at now: Timestamp) async -> [MetricFamily] {
    guard !snapshot.webhooks.isEmpty, let state = await state.value(at: now) else { return [] }
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
      family("oldest_event_seconds", "The age of the oldest waiting event.") {
        $1?.oldest.map { Double(max(0, now.milliseconds - $0.milliseconds)) / 1000 } ?? 0
      },
      family("failures", "Failed attempts in a row of a receiver; 1 if it is gone.") {
        receiver, _ in
        Double(max(receiver.health.failures, receiver.health.goneAt == nil ? 0 : 1))
      },
    ]
  }
}
