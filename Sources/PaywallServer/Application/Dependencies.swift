package import AppStoreServerAPI
import HTTPService
package import HTTPTransport
package import Ledger
package import Logging
import NIOCore
package import PaywallAPI
package import PaywallCatalog

/// The parts from which the server is built, made once and never changed. Only the composition root
/// reads it, and passes each part the ones that it uses.
package final class Dependencies: Sendable {
  package let current: CurrentRelease
  package let reloader: Reloader
  package let authenticator: Authenticator
  package let limiter: RateLimiter
  package let proxies: TrustedProxies
  package let userProofs: UserProofs
  package let ledger: any Ledger
  /// `nil` answers `signingNotConfigured`.
  package let signer: OfferSigner?
  /// Asks Apple's server API; `nil` without a key.
  package let appStoreClient: AppStoreClient?
  /// The jobs that ask it; `nil` without a key.
  package let appStoreJobs: AppStoreJobs?
  package let previews: PreviewService
  package let keys: KeyReloader
  package let bundles: BundleService
  package let metrics: ServerMetrics
  package let pseudonym: VisitorPseudonym
  package let decisionLog: DecisionLog?
  package let logger: Logger
  package let now: @Sendable () -> Timestamp
  package let requestId: @Sendable () -> String
  package let chains: ChainChecker
  /// True if requests that need the ledger are refused; another server handles them.
  package let isReadOnly: Bool
  /// Reports this server to the ledger; `nil` for a ledger of one server.
  package let nodes: NodeReporter?
  /// Reads the bodies that take long.
  package let longBodies: YieldingQueue<BucketOwner>

  // Made of those above, and shared by several parts.
  package let refusals: Refusals
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
  package let sessions: ResultsSessions
  let failures: LedgerFailureLog
  let untrustedProxy = UntrustedProxyMonitor()

  /// - Parameters:
  ///   - consumptionSender: answers requests for refunds; by default the client does.
  ///   - ledgerPath: the ledger's file, for its size; `nil` if it has none.
  ///   - resultsSource: computes results; `nil` for the ledger's own.
  ///   - readinessChecks: checks beside the configuration, the ledger and the keys.
  package init(
    current: CurrentRelease, reloader: Reloader, authenticator: Authenticator, ledger: any Ledger,
    signer: OfferSigner?, appStoreClient: AppStoreClient? = nil,
    appStoreJobs: AppStoreJobs? = nil, previews: PreviewService,
    keys: [KeyReloader.Watched] = [],
    metrics: ServerMetrics,
    pseudonym: VisitorPseudonym, limiter: RateLimiter, proxies: TrustedProxies = TrustedProxies(),
    userProofs: UserProofs = UserProofs(),
    decisionLog: DecisionLog? = nil, bundles: BundleService = BundleService(nil), logger: Logger,
    now: @escaping @Sendable () -> Timestamp,
    requestId: @escaping @Sendable () -> String = RequestIdentifier.fresh,
    ledgerPath: String? = nil, readinessChecks: [ReadinessCheck] = [],
    chains: ChainChecker = ChainChecker(),
    longBodies: YieldingQueue<BucketOwner> = YieldingQueue(threads: System.coreCount),
    resultsSource: ResultsSource? = nil, isReadOnly: Bool = false,
    consumptionSender: ConsumptionSender? = nil, nodes: NodeReporter? = nil,
    sessions: ResultsSessions = ResultsSessions()
  ) {
    self.current = current
    self.reloader = reloader
    self.authenticator = authenticator
    self.limiter = limiter
    self.proxies = proxies
    self.userProofs = userProofs
    self.ledger = ledger
    self.signer = signer
    self.appStoreClient = appStoreClient
    self.appStoreJobs = appStoreJobs
    self.previews = previews
    self.keys = KeyReloader(keys, logger: logger)
    self.bundles = bundles
    self.metrics = metrics
    self.pseudonym = pseudonym
    self.decisionLog = decisionLog
    self.logger = logger
    self.now = now
    self.requestId = requestId
    self.chains = chains
    self.longBodies = longBodies
    self.isReadOnly = isReadOnly
    self.nodes = nodes
    self.sessions = sessions
    refusals = Refusals(
      ProblemResponder(
        logger: logger, now: now, requestId: requestId, noted: metrics.noteRefusal))
    evidenceQueue = EvidenceQueue(
      ledger, metrics: metrics, logger: logger, now: now, isKeeping: !isReadOnly)
    failures = LedgerFailureLog(metrics: metrics, logger: logger)
    let consumptionSender = consumptionSender ?? appStoreClient?.consumptionSender
    refunds = RefundAnswering(
      ledger: ledger, snapshot: { current.value.snapshot }, send: consumptionSender,
      logger: logger, now: now)
    countFlusher = CountFlusher(counts, ledger, failures, now: now)
    let alarm = ExperimentAlarm(ledger, current: current, logger: logger, now: now)
    self.alarm = alarm
    let exports = ScheduledExports(
      ledger, snapshot: { current.value.snapshot }, logger: logger, now: now)
    self.exports = exports
    let refundReadiness = RefundReadiness(ledger)
    let webhookReadiness = WebhookReadiness(ledger)
    results = ResultsService(resultsSource ?? ResultsQuestion.source(ledger), now: now)
    readiness = ReadinessService(
      current: current, ledger: ledger, signer: signer, bundles: bundles,
      untrustedProxy: untrustedProxy, drain: drain,
      checks: readinessChecks + [
        { alarm.reasons },
        { await webhookReadiness.reasons(current.value.snapshot, at: now()) },
        { await exports.reasons() },
        {
          guard !isReadOnly else { return [] }
          return await refundReadiness.reasons(
            current.value.snapshot, isConfigured: consumptionSender != nil, at: now())
        },
      ],
      isReadOnly: isReadOnly, now: now)
    report = MetricsReport(
      metrics: metrics, current: current, readiness: readiness, alarm: alarm,
      refunds: refundReadiness, webhooks: webhookReadiness, exports: exports,
      ledger: ledger, ledgerPath: ledgerPath,
      isReadOnly: isReadOnly,
      sync: appStoreJobs?.status, now: now)
  }
}
