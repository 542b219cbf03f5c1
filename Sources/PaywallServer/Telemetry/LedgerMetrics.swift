package import PaywallCatalog
import Synchronization

/// The ledger's health: latency of reads and durable writes, failures, newest notification.
package final class LedgerMetrics: Sendable {
  package let reads = LatencyHistogram()
  package let writes = LatencyHistogram()
  package let failures = MetricCounter()
  private let newest = Mutex<Timestamp?>(nil)

  package init() {}

  /// A new notification was stored.
  package func kept(at now: Timestamp) {
    newest.withLock { $0 = Swift.max($0 ?? now, now) }
  }

  /// When the newest notification came, since the process began.
  package var newestNotification: Timestamp? { newest.withLock { $0 } }

  package var families: [MetricFamily] {
    [
      MetricFamily(
        .histogram, "paywall_ledger_duration_seconds",
        "Time in the ledger; a write is durable when it ends.",
        reads.samples([MetricLabel("operation", "read")])
          + writes.samples([MetricLabel("operation", "write")])),
      MetricFamily(
        .counter, "paywall_ledger_failures_total",
        "Requests that failed because the ledger was unavailable.",
        [MetricSample(Double(failures.value))]),
    ]
  }
}
