import AppStore
package import AppStoreSync
import Ledger
package import Logging
package import PaywallAPI
package import PaywallCatalog
import Subscribers
import Synchronization

/// The last findings of the jobs: for readiness, metrics and the log.
package final class SyncStatus: Sendable {
  struct State {
    var reports: [AppStoreEnvironment: ReconcileReport] = [:]
    var doneAt: [AppStoreEnvironment: Timestamp] = [:]
    /// The moment when a pass last found notifications that had never come.
    var missedAt: [AppStoreEnvironment: (at: Timestamp, count: Int)] = [:]
    var silences: [Silence] = []
    var tests: [AppStoreEnvironment: TestOutcome] = [:]
    var fullPrice: [FullPriceReport] = []
    var toldGrants: Set<Int64> = []
    var refusals: [AppStoreEnvironment: RefusedTexts] = [:]
    var toldOfHistories: Set<Distrust.Reason> = []
  }

  let state = Mutex(State())
  let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let notifications = CounterFamily(
    "paywall_reconciled_notifications_total",
    "Notifications in Apple's history, by their state in the ledger.",
    ("outcome", ["new", "already", "erased", "refused", "keptAside"]))
  private let histories = CounterFamily(
    "paywall_history_fetches_total", "Transaction histories that were fetched, by cause.",
    ("cause", SyncEvent.Cause.allCases.map(\.rawValue)),
    ("outcome", ["whole", "toBeContinued", "failed"]))
  private let transactions = CounterFamily(
    "paywall_history_transactions_total", "Transactions in fetched histories.",
    ("outcome", ["new", "known", "erased"]))
  /// How long a gap that was found stays in the readiness.
  private static let memory: Int64 = 86_400_000

  package init(logger: Logger, now: @escaping @Sendable () -> Timestamp) {
    self.logger = logger
    self.now = now
  }

  package func note(_ event: SyncEvent) {
    switch event {
    case .reconciled(let report): note(report)
    case .read(let reading, let cause): note(reading, cause)
    case .silences(let silences): note(silences)
    case .test(let environment, let outcome): note(outcome, environment)
    case .fullPrice(let reports): note(reports)
    case .ledgerFailed(let job, let failure):
      logger.warning(
        "a job of the App Store waits for the ledger",
        metadata: ["job": "\(job)", "reason": "\(failure)"])
    }
  }

  private func note(_ report: ReconcileReport) {
    notifications.add("new", by: report.new)
    notifications.add("already", by: report.already)
    notifications.add("erased", by: report.erased)
    notifications.add("refused", by: report.refused.total)
    notifications.add("keptAside", by: report.keptAside)
    if report.isTakenOver {
      logger.notice(
        "took over reconciling from a process that ended without releasing it",
        metadata: ["environment": "\(report.environment.rawValue)"])
    }
    let moment = now()
    state.withLock { state in
      guard report.outcome != .busy else { return }
      state.reports[report.environment] = report
      if report.outcome == .done { state.doneAt[report.environment] = moment }
      if report.new > 0 { state.missedAt[report.environment] = (moment, report.new) }
    }
    noteRefusals(report)
    switch report.outcome {
    case .done where report.new > 0:
      logger.warning(
        "notifications of the App Store were missed, and are fetched now. Check the URL in App Store Connect, and what answers there",
        metadata: report.metadata)
    case .done: logger.info("reconciled with the App Store", metadata: report.metadata)
    case .busy: logger.debug("another process reconciles", metadata: report.metadata)
    case .failed(let failure):
      logger.warning(
        "reconciling with the App Store was interrupted; it continues within the hour",
        metadata: report.metadata.merging(["reason": "\(failure.text)"]) { first, _ in first })
    }
  }

  private func note(_ reading: HistoryReading, _ cause: SyncEvent.Cause) {
    transactions.add("new", by: reading.new)
    transactions.add("known", by: reading.known)
    transactions.add("erased", by: reading.erased)
    // The refusals of a pass are in its report.
    if cause == .asked { noteRefusals(reading.refused) }
    switch reading.end {
    case .whole: histories.add(cause.rawValue, "whole")
    case .toBeContinued: histories.add(cause.rawValue, "toBeContinued")
    case .failed(let failure):
      histories.add(cause.rawValue, "failed")
      logger.notice(
        "the history of a customer could not be fetched",
        metadata: ["cause": "\(cause.rawValue)", "reason": "\(failure.text)"])
    }
  }

  private func note(_ silences: [Silence]) {
    let former = state.withLock { state in
      defer { state.silences = silences }
      return Set(state.silences.map(\.type))
    }
    for silence in silences where !former.contains(silence.type) {
      logger.error(
        "a usual notification has stopped coming. Look at the URL in App Store Connect, at the proxy and the certificate before this server; 'paywall appstore test-notification' shows what Apple meets",
        metadata: [
          "type": "\(silence.type)", "since": "\(silence.since.rfc3339)",
          "usualGapSeconds": "\(silence.usualGap / 1000)",
        ])
    }
  }

  private func note(_ outcome: TestOutcome, _ environment: AppStoreEnvironment) {
    state.withLock { $0.tests[environment] = outcome }
    switch outcome {
    case .arrived: logger.info("a test notification arrived")
    case .missing(let attempts):
      logger.error(
        "a test notification did not arrive. Check the URL in App Store Connect, and what answers there",
        metadata: [
          "environment": "\(environment.rawValue)",
          "apple": "\(attempts.isEmpty ? "no attempt" : attempts.joined(separator: " "))",
        ])
    case .noURL:
      logger.error(
        "App Store Connect has no URL for notifications; enter one for version 2",
        metadata: ["environment": "\(environment.rawValue)"])
    case .failed(let failure):
      logger.warning(
        "a test notification could not be asked for", metadata: ["reason": "\(failure.text)"])
    }
  }

  private func note(_ reports: [FullPriceReport]) {
    let new = state.withLock { state in
      defer { state.toldGrants = Set(reports.map(\.purchase.grant.id)) }
      state.fullPrice = reports
      return reports.filter { !state.toldGrants.contains($0.purchase.grant.id) }
    }
    for report in new {
      let (grant, transaction) = (report.purchase.grant, report.purchase.transaction)
      logger.error(
        "a product was bought at full price although an offer was signed for it; 'paywall ledger full-price' shows both texts",
        metadata: [
          "grant": "\(grant.id)", "offer": "\(grant.offer)", "product": "\(grant.product)",
          "release": "\(grant.release)", "transactionId": "\(transaction.transactionId)",
          "environment": "\(report.environment.rawValue)",
        ])
    }
  }
}

extension SyncStatus {
  /// The present problems of the jobs, as reasons of readiness.
  package var reasons: [ReadinessReason] {
    let moment = now()
    return state.withLock { state in
      var reasons: [ReadinessReason] = []
      if !state.silences.isEmpty {
        let types = state.silences.map(\.type).joined(separator: ", ")
        reasons.append(
          ReadinessReason(
            "notificationsSilent",
            "\(types): nothing arrived for three times the usual gap; the log says what to check",
            .degrading))
      }
      let missed = state.missedAt.values.filter {
        moment.milliseconds - $0.at.milliseconds < Self.memory
      }
      if !missed.isEmpty {
        reasons.append(
          ReadinessReason(
            "notificationsMissed",
            "reconciling found \(missed.reduce(0) { $0 + $1.count }) that had not come; look at the URL in App Store Connect",
            .note))
      }
      reasons += state.refusals.reasons
      let lost = state.tests.filter { $0.value.isLost }.map(\.key.rawValue).sorted()
      if !lost.isEmpty {
        reasons.append(
          ReadinessReason(
            "testNotificationMissing",
            "the App Store could not deliver a test notification (\(lost.joined(separator: ", "))); the log says what it met",
            .degrading))
      }
      if !state.fullPrice.isEmpty {
        reasons.append(
          ReadinessReason(
            "boughtAtFullPrice",
            "\(state.fullPrice.count) bought at full price with a signed offer in the last 3 days; see 'paywall ledger full-price'",
            .note))
      }
      return reasons
    }
  }

  package var families: [MetricFamily] {
    let gauges = state.withLock { state -> [MetricFamily] in
      [
        MetricFamily(
          .gauge, "paywall_reconciled_timestamp_seconds",
          "When a pass through Apple's history of notifications last ended.",
          state.doneAt.map {
            MetricSample(
              $0.value.secondsSince1970,
              [MetricLabel("environment", $0.key.rawValue)])
          }.sorted { $0.value < $1.value }),
        MetricFamily(
          .gauge, "paywall_notification_silence_seconds",
          "Time without a usual notification, if it is three times the usual gap.",
          state.silences.map { silence in
            MetricSample(
              Double(now().milliseconds - silence.since.milliseconds) / 1000,
              [MetricLabel("type", silence.type)])
          }),
        .gauge(
          "paywall_test_notification_missing",
          "Environments whose last test notification did not arrive.",
          Double(state.tests.values.count(where: \.isLost))),
        .gauge(
          "paywall_full_price_purchases",
          "Purchases at full price despite a signed offer, for grants of the last 3 days.",
          Double(state.fullPrice.count)),
      ]
    }
    return [notifications.family, histories.family, transactions.family] + gauges
  }
}

extension TestOutcome {
  fileprivate var isLost: Bool {
    switch self {
    case .missing, .noURL: true
    case .arrived, .failed: false
    }
  }
}

extension ReconcileReport {
  fileprivate var metadata: Logger.Metadata {
    [
      "environment": "\(environment.rawValue)", "from": "\(from?.rfc3339 ?? "-")",
      "to": "\(to?.rfc3339 ?? "-")", "pages": "\(pages)", "new": "\(new)",
      "already": "\(already)", "erased": "\(erased)", "refused": "\(refused.total)",
      "keptAside": "\(keptAside)",
      "customers": "\(customers)", "failedCustomers": "\(failedCustomers)",
      "transactions": "\(transactions)",
    ]
  }
}
