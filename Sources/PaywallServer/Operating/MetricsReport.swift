import Foundation
import PaywallCatalog
import Ledger
import PaywallAPI

/// Everything that Prometheus reads: the counters and the present state.
package struct MetricsReport: Sendable {
  let metrics: ServerMetrics
  let current: CurrentRelease
  let readiness: ReadinessService
  let alarm: ExperimentAlarm
  let refunds: RefundReadiness
  let webhooks: WebhookReadiness
  let ledger: any Ledger
  /// The ledger's file, for its size; `nil` if it has none.
  let ledgerPath: String?
  let isReadOnly: Bool
  /// What the jobs of the App Store found; `nil` without them.
  let sync: SyncStatus?
  let now: @Sendable () -> Timestamp

  package func text() async -> String {
    let now = Double(now().milliseconds) / 1000
    var families =
      metrics.families + ProcessFigures().families + (sync?.families ?? [])
    families.append(
      MetricFamily(
        .gauge, "paywall_release_info", "1 for the release that is served.",
        [MetricSample(1, [MetricLabel("release", current.value.release)])]))
    families.append(
      MetricFamily(
        .gauge, "paywall_build_info", "1 for how the server was built.",
        [MetricSample(1, BuildInfo.labels)]))
    families.append(
      .gauge(
        "paywall_read_only", "1 for a server that keeps and signs nothing.", isReadOnly ? 1 : 0))
    if let loaded = metrics.snapshotLoadedAt {
      let seconds = Double(loaded.milliseconds) / 1000
      families.append(
        .gauge(
          "paywall_snapshot_loaded_timestamp_seconds",
          "When the snapshot was taken up, in seconds since 1970.", seconds))
      families.append(
        .gauge("paywall_snapshot_age_seconds", "Time since then.", max(0, now - seconds)))
    }
    if let newest = metrics.ledger.newestNotification {
      let seconds = Double(newest.milliseconds) / 1000
      families.append(
        .gauge(
          "paywall_ledger_newest_notification_timestamp_seconds",
          "When the newest notification came, since the server began.", seconds))
      families.append(
        .gauge(
          "paywall_ledger_newest_notification_age_seconds", "Time since then.",
          max(0, now - seconds)))
    }
    let sizes = [("database", ""), ("log", "-wal")].compactMap { name, ending in
      ledgerPath.flatMap { Self.size(of: $0 + ending) }
        .map { MetricSample($0, [MetricLabel("file", name)]) }
    }
    families.append(
      MetricFamily(
        .gauge, "paywall_ledger_size_bytes", "The ledger's file, and its log of recent writes.",
        sizes))
    let conflicts = ledger.conflictCounts()
    families.append(
      MetricFamily(
        .counter, "paywall_conflicts_total",
        "Persons who were shown two variants, or two experiments of a layer, by cause.",
        ConflictEvent.Cause.allCases.map {
          MetricSample(Double(conflicts[$0] ?? 0), [MetricLabel("cause", $0.rawValue)])
        }))
    if !isReadOnly { families += await refunds.metrics(at: self.now()) }
    families += await webhooks.metrics(current.value.snapshot, at: self.now())
    families.append(alarm.family)
    let readiness = await readiness.readiness()
    families.append(
      MetricFamily(
        .gauge, "paywall_ready", "1 while the server wants traffic.",
        [MetricSample(readiness.wantsTraffic ? 1 : 0)]))
    families.append(
      MetricFamily(
        .gauge, "paywall_readiness_reason", "1 for every reason of /health/ready.",
        readiness.reasons.map { MetricSample(1, [MetricLabel("code", $0.code)]) }))
    return families.metricsText
  }

  private static func size(of path: String) -> Double? {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int).map(Double.init)
  }
}

/// How this binary was made.
enum BuildInfo {
  static var labels: [MetricLabel] {
    [
      MetricLabel("api", APIDescription.version), MetricLabel("architecture", architecture),
      MetricLabel("configuration", configuration),
    ]
  }

  private static var configuration: String {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "arm64"
    #else
    "other"
    #endif
  }
}
