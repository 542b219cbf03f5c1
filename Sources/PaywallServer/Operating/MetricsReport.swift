import Foundation
import Ledger
import PaywallAPI
import PaywallCatalog

/// The values that Prometheus reads: the counters and the present state.
package struct MetricsReport: Sendable {
  let metrics: ServerMetrics
  let current: CurrentRelease
  let readiness: ReadinessService
  let alarm: ExperimentAlarm
  let refunds: RefundReadiness
  let webhooks: WebhookReadiness
  let exports: ScheduledExports
  let ledger: any Ledger
  /// The ledger's file, for its size; `nil` if it has none.
  let ledgerPath: String?
  let isReadOnly: Bool
  /// The findings of the App Store's jobs; `nil` without them.
  let sync: SyncStatus?
  let now: @Sendable () -> Timestamp

  package func text() async -> String {
    let conflicts = ledger.conflictCounts()
    let readiness = await readiness.readiness()
    let present: [MetricFamily] = [
      alarm.family,
      MetricFamily(
        .gauge, "paywall_release_info", "1, with the served release in its label.",
        [MetricSample(1, [MetricLabel("release", current.value.release)])]),
      MetricFamily(
        .gauge, "paywall_build_info", "1, with the server's build in labels.",
        [MetricSample(1, BuildInfo.labels)]),
      .gauge(
        "paywall_read_only", "1 for a server that keeps and signs nothing.", isReadOnly ? 1 : 0),
      MetricFamily(
        .gauge, "paywall_ledger_size_bytes", "The ledger's file, and its log of recent writes.",
        ledgerSizes),
      MetricFamily(
        .counter, "paywall_conflicts_total",
        "Persons who were shown two variants, or two experiments of a layer, by cause.",
        ConflictEvent.Cause.allCases.map {
          MetricSample(Double(conflicts[$0] ?? 0), [MetricLabel("cause", $0.rawValue)])
        }),
      .gauge(
        "paywall_ready", "1 while the server wants traffic.", readiness.wantsTraffic ? 1 : 0),
      MetricFamily(
        .gauge, "paywall_readiness_reason", "1 for every reason of /health/ready.",
        readiness.reasons.map { MetricSample(1, [MetricLabel("code", $0.code)]) }),
    ]
    let loaded = moment(
      "paywall_snapshot_loaded_timestamp_seconds",
      "When the snapshot was loaded, in seconds since 1970.", metrics.snapshotLoadedAt,
      age: "paywall_snapshot_age_seconds")
    let newest = moment(
      "paywall_ledger_newest_notification_timestamp_seconds",
      "When the newest notification came, since the server began.",
      metrics.ledger.newestNotification, age: "paywall_ledger_newest_notification_age_seconds")
    var families = metrics.families + ProcessFigures().families + loaded + newest + present
    families += sync?.families ?? []
    if !isReadOnly { families += await refunds.metrics(at: now()) }
    families += await webhooks.metrics(current.value.snapshot, at: now())
    families += await exports.metrics()
    return families.metricsText
  }

  /// When something was, and how long ago; nothing if it has not been.
  private func moment(
    _ name: String, _ help: String, _ moment: Timestamp?, age: String
  ) -> [MetricFamily] {
    guard let moment else { return [] }
    let past = Double(max(0, now().milliseconds - moment.milliseconds)) / 1000
    return [
      .gauge(name, help, moment.secondsSince1970), .gauge(age, "Time since then.", past),
    ]
  }

  private var ledgerSizes: [MetricSample] {
    [("database", ""), ("log", "-wal")].compactMap { name, ending in
      ledgerPath.flatMap { Self.size(of: $0 + ending) }
        .map { MetricSample($0, [MetricLabel("file", name)]) }
    }
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
