import HTTPService
package import HTTPTransport
import PaywallCatalog

/// The parts from which the server is built: those that are given, and those that are made of them and
/// shared. Made once and never changed. Only the composition root reads it, and passes each part the
/// ones that it uses.
@dynamicMemberLookup
package final class Dependencies: Sendable {
  private let given: GivenParts
  package let keys: KeyReloader
  package let refusals: any RefusalResponder
  package let drain = DrainState()
  package let evidenceQueue: EvidenceQueue
  package let counts = DecisionCounts()
  package let countFlusher: CountFlusher
  package let readiness: ReadinessService
  package let report: MetricsReport
  package let refunds: RefundAnswering
  package let refundBell = RefundBell()
  package let alarm: ExperimentAlarm
  package let exports: ScheduledExports
  package let results: ResultsService
  package let revenue: ReportService<RevenueQuestion>
  let failures: LedgerFailureLog
  let untrustedProxy = UntrustedProxyMonitor()

  package subscript<Part>(dynamicMember part: KeyPath<GivenParts, Part>) -> Part {
    given[keyPath: part]
  }

  package init(_ given: GivenParts) {
    self.given = given
    let (current, ledger, metrics) = (given.current, given.ledger, given.metrics)
    let (logger, now, isReadOnly) = (given.logger, given.now, given.isReadOnly)
    keys = KeyReloader(given.watchedKeys, logger: logger)
    refusals = ProblemResponder(
      logger: logger, now: now, requestId: given.requestId, noted: metrics.noteRefusal)
    evidenceQueue = EvidenceQueue(
      ledger, metrics: metrics, logger: logger, now: now, isKeeping: !isReadOnly)
    failures = LedgerFailureLog(metrics: metrics, logger: logger)
    let send = given.appStoreClient?.consumptionSender
    refunds = RefundAnswering(
      ledger: ledger, snapshot: { current.value.snapshot }, send: send, logger: logger, now: now)
    countFlusher = CountFlusher(counts, ledger, failures, now: now)
    let alarm = ExperimentAlarm(ledger, current: current, logger: logger, now: now)
    self.alarm = alarm
    let exports = ScheduledExports(
      ledger, snapshot: { current.value.snapshot }, logger: logger, now: now)
    self.exports = exports
    let refundReadiness = RefundReadiness(ledger)
    let webhookReadiness = WebhookReadiness(ledger)
    let queue = ReportQueue()
    results = ResultsService(
      given.resultsSource ?? ResultsQuestion.source(ledger), in: queue, now: now)
    revenue = ReportService(RevenueQuestion.source(ledger), in: queue, now: now)
    readiness = ReadinessService(
      current: current, ledger: ledger, signer: given.signer, bundles: given.bundles,
      untrustedProxy: untrustedProxy, drain: drain,
      checks: given.readinessChecks + [
        { alarm.reasons },
        { await webhookReadiness.reasons(current.value.snapshot, at: now()) },
        { await exports.reasons() },
        { RetentionReadiness.reasons(current.value.snapshot, at: now()) },
        {
          guard !isReadOnly else { return [] }
          return await refundReadiness.reasons(
            current.value.snapshot, isConfigured: send != nil, at: now())
        },
      ],
      isReadOnly: isReadOnly, now: now)
    report = MetricsReport(
      metrics: metrics, current: current, readiness: readiness, alarm: alarm,
      refunds: refundReadiness, webhooks: webhookReadiness, exports: exports, ledger: ledger,
      ledgerPath: given.ledgerPath, isReadOnly: isReadOnly, sync: given.appStoreJobs?.status,
      now: now)
  }
}
