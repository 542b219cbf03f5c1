package import AppStore
package import HTTPDocuments
import HTTPTransport
package import HTTPTypes
package import Ledger
package import Logging
package import NIOCore
package import PaywallAPI
package import PaywallCatalog
package import PaywallDecisions
package import Serving
package import Subscribers
import Synchronization

/// The server's metrics. Labels come from fixed lists, so requests cannot add any.
package final class ServerMetrics: Sendable {
  package let requests = RequestMetrics()
  /// For the requests that app launches make.
  package let placementGet: RouteMeter
  let placementPost: RouteMeter
  let placementsPost: RouteMeter
  package let ledger = LedgerMetrics()
  package let connections = MetricGauge()
  package let clock = ClockWatch()
  /// Request body bytes in memory, except each body's first 4096.
  package let bodyBytes = MetricGauge()
  private let connectionsOpened = MetricCounter()
  private let decisions: [MetricCounter]
  private let tables = CounterTables()
  private let diagnostics = MetricGauge()
  private let signing = MetricGauge()
  private let degraded = MetricGauge()
  private let lastReload = MetricGauge(1)
  private let loadedAt = Mutex<Timestamp?>(nil)

  private let ignoredLog: IgnoredAttributeLog?

  /// - Parameter logger: names the attributes of apps that are ignored.
  package init(logger: Logger? = nil) {
    ignoredLog = logger.map(IgnoredAttributeLog.init)
    placementGet = requests.meter(route: Operation.placementGet.path, method: .get)
    placementPost = requests.meter(route: Operation.placementPost.path, method: .post)
    placementsPost = requests.meter(route: Operation.placementsPost.path, method: .post)
    decisions = Reason.words.map { [tables] in tables.decisions.counter([$0]) }
  }

  package var text: String { families.metricsText }

  package var families: [MetricFamily] {
    requests.families + tables.families + ledger.families + [
      .gauge(
        "paywall_reload_diagnostics", "Mistakes that keep the folder from being served.",
        Double(diagnostics.value)),
      .gauge(
        "paywall_signing_configured", "1 if there is an offer key, also a throw-away one.",
        Double(signing.value)),
      .gauge(
        "paywall_degraded", "1 while a copy or a contradicting configuration is served.",
        Double(degraded.value)),
      .gauge(
        "paywall_last_reload_succeeded", "0 after a refused reload.", Double(lastReload.value)),
      .gauge("paywall_connections_open", "Open connections.", Double(connections.value)),
      .gauge(
        "paywall_body_bytes",
        "Bytes of request bodies in memory, without the first 4096 of each.",
        Double(bodyBytes.value)),
      MetricFamily(
        .counter, "paywall_connections_total", "Connections that were accepted.",
        [MetricSample(Double(connectionsOpened.value))]),
    ]
  }

  /// When the served snapshot was loaded.
  package var snapshotLoadedAt: Timestamp? { loadedAt.withLock { $0 } }

  package func connectionOpened() {
    connections.add(1)
    connectionsOpened.add()
  }

  package func connectionClosed() { connections.add(-1) }

  package func decided(_ reason: Reason) { decisions[reason.index].add() }

  package func limited(_ scope: RateScope) { tables.rateLimited.add(scope.rawValue) }

  /// - Parameter key: the key under which the log names the attributes; `nil` if the answer does.
  package func ignored(
    _ attributes: IgnoredAttributes, loggedFor key: String?, at now: Timestamp
  ) {
    guard !attributes.isEmpty else { return }
    for cause in IgnoredAttribute.Cause.allCases {
      tables.ignoredAttributes.add(cause.rawValue, by: attributes.count(of: cause))
    }
    if let key { ignoredLog?.note(attributes, from: key, at: now) }
  }

  package func signed(form: SignatureForm, basis: String) {
    tables.offersSigned.add(form.rawValue, basis)
  }

  /// The result of a signature request.
  package enum Signature: String, CaseIterable, Sendable {
    case signed, failed, notConfigured, needsServerKey, attemptsExhausted
    /// Signed so that Apple does not apply an introductory offer.
    case withheld
  }

  package func signature(_ kind: OfferKind, _ outcome: Signature) {
    tables.signatures.add(kind.rawValue, outcome.rawValue)
  }

  /// The result of an App Store notification.
  package enum Received: String, CaseIterable, Sendable {
    case new, already, refused, unavailable
    /// New, with a section that this version does not read.
    case notUnderstood
    /// It names no app, and waits without effect for a version that can read it.
    case keptAside
  }

  /// `type` is spelled as Apple spells it; `nil` if nothing was verified.
  package func received(_ outcome: Received, type: String?) {
    tables.notifications.add(type ?? "unverified", outcome.rawValue)
  }

  /// A request for a retention message was answered.
  func retention(_ answer: RetentionAnswerKind, _ cause: RetentionCause) {
    tables.retention.add(answer.rawValue, cause.rawValue)
  }

  /// Something of a new transaction is unknown or contradicts itself.
  package func received(_ problem: FactProblem) { tables.factProblems.add(problem.code.rawValue) }

  /// No route answered.
  package func refused(_ code: Problem.Code) { tables.refusals.add(code.rawValue) }

  /// A caller sent a text that Apple did not sign for this app.
  package func refused(_ distrust: Distrust) {
    tables.refusedTexts.add(distrust.reason.rawValue)
    // A clock that is more than a day behind refuses every new text, and would otherwise go unnoticed.
    if let signed = distrust.signedAt { clock.saw(signed: signed) }
  }

  /// A caller sent certificates not seen before.
  package func checked(_ outcome: ChainCheck) { tables.chains.add(outcome.rawValue) }

  /// The result of a chain check; `busy` was not checked.
  package enum ChainCheck: String, CaseIterable, Sendable { case known, refused, busy }

  package func granted(_ outcome: GrantOutcome) {
    let word =
      switch outcome {
      case .granted(_, let isRetry): isRetry ? "retry" : "granted"
      case .refused(let refusal): refusal.rawValue
      case .exhausted: "attemptsExhausted"
      case .unknownCustomer: "unknownCustomer"
      }
    tables.grants.add(word)
  }

  /// The fate of the evidence of requests that grant nothing.
  package enum Keeping: String, CaseIterable, Sendable {
    case kept
    /// The ledger refused it: it contradicts its records.
    case refused
    /// The queue was full, or the server ended during a ledger outage.
    case dropped
  }

  package func keeping(_ outcome: Keeping) { tables.evidence.add(outcome.rawValue) }

  /// - Parameter outcomes: of claims, as on the wire; watch `variantMismatch`.
  package func exposed(_ outcomes: [String]) {
    for outcome in outcomes { tables.exposures.add(outcome) }
  }

  /// Details of exposures that were sent and are recorded as unknown.
  package func unknown(_ details: [UnknownDetail]) {
    for detail in details { tables.unknownDetails.add(detail.rawValue) }
  }

  package func aliased(_ outcome: AliasOutcome, vouchedBy voucher: AliasVoucher) {
    tables.aliases.add(outcome.rawValue, voucher.rawValue)
  }

  package func sighted(_ outcomes: [SightingOutcome]) {
    for outcome in outcomes { tables.sightings.add(outcome.rawValue) }
  }

  /// The queue was full, or the server ended during a ledger outage.
  package func droppedSighting() { tables.sightings.add("dropped") }

  package func ledgerFailed() { ledger.failures.add() }

  package func started(isSigning: Bool, diagnostics: Int, at now: Timestamp) {
    signing.set(isSigning ? 1 : 0)
    degraded.set(diagnostics > 0 ? 1 : 0)
    self.diagnostics.set(diagnostics)
    loadedAt.withLock { $0 = now }
  }

  package func reloaded(at now: Timestamp) {
    tables.reloads.add("accepted")
    lastReload.set(1)
    diagnostics.set(0)
    degraded.set(0)
    loadedAt.withLock { $0 = now }
  }

  /// An accepted release turned out to contradict the ledger.
  package func wentBack(
    diagnostics count: Int, condition: ReleaseCondition, at now: Timestamp
  ) {
    reloadFailed(diagnostics: count)
    if case .reloadFailed = condition {} else { degraded.set(1) }
    loadedAt.withLock { $0 = now }
  }

  package func reloadFailed(diagnostics count: Int) {
    tables.reloads.add("refused")
    lastReload.set(0)
    diagnostics.set(count)
  }
}

extension Reason {
  /// The words on the wire, each at its `index`.
  static let words = ["forced", "unknownPlacement", "experiment", "winner", "rule", "default"]

  fileprivate var index: Int {
    switch self {
    case .forced: 0
    case .unknownPlacement: 1
    case .experiment: 2
    case .winner: 3
    case .rule: 4
    case .default: 5
    }
  }
}

extension ServerMetrics: ConnectionCounters {}

extension ServerMetrics {
  /// Counts a refusal of a connection; if it gets a response, as one that no route gave.
  @Sendable package func noteRefusal(
    _ code: Problem.Code, _ method: HTTPRequest.Method?, after limit: TimeAmount?
  ) {
    refused(code)
    guard let limit else { return }
    requests.meter(route: "none", method: method.map(MethodLabel.init) ?? .other)
      .answered(code.status.code, nanoseconds: limit.nanoseconds)
  }
}
