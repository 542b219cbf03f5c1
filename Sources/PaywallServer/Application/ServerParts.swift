package import Catalog
package import HTTPTransport
package import Ledger
package import Logging

/// Everything the routes stand on: values, closures and the one release that is swapped. Made once
/// and never changed; a class so that a request carries one reference to it.
package final class ServerParts: Sendable {
  package let current: CurrentRelease
  package let reloader: Reloader
  package let gate: Gate
  package let limiter: RateLimiter
  package let proxies: TrustedProxies
  package let userProofs: UserProofs
  package let ledger: any Ledger
  /// `nil` answers `signingNotConfigured`.
  package let signer: OfferSigner?
  package let previews: PreviewDesk
  package let bundles: BundleDesk
  package let metrics: ServerMetrics
  package let refusals: Refusals
  package let mark: VisitorMark
  package let decisionLog: DecisionLog?
  package let logger: Logger
  package let now: @Sendable () -> Timestamp
  package let requestId: @Sendable () -> String
  /// Where the ledger's file is, to tell its size; `nil` if it has none.
  let ledgerPath: String?
  /// What readiness asks beside the configuration, the ledger and the offer keys.
  let readinessChecks: [ReadinessCheck]
  package let departure = Departure()
  let probe = LedgerProbe()
  package let chains: ChainChecker
  /// One line a second about a ledger that is away says as much as a thousand.
  let trouble = LogThrottle()
  /// The same of grants that were signed as often as they may be.
  let exhausted = LogThrottle()
  let unnamedProxy = UnnamedProxy()
  /// Keeps what was verified, beside the answers.
  package let keeper: EvidenceKeeper

  package init(
    current: CurrentRelease, reloader: Reloader, gate: Gate, ledger: any Ledger,
    signer: OfferSigner?, previews: PreviewDesk, metrics: ServerMetrics, mark: VisitorMark,
    limiter: RateLimiter, proxies: TrustedProxies = TrustedProxies(),
    userProofs: UserProofs = UserProofs(),
    decisionLog: DecisionLog? = nil, bundles: BundleDesk = BundleDesk(nil), logger: Logger,
    now: @escaping @Sendable () -> Timestamp,
    requestId: @escaping @Sendable () -> String = RequestIdentifier.fresh,
    ledgerPath: String? = nil, readinessChecks: [ReadinessCheck] = [],
    chains: ChainChecker = ChainChecker()
  ) {
    self.current = current
    self.reloader = reloader
    self.gate = gate
    self.limiter = limiter
    self.proxies = proxies
    self.userProofs = userProofs
    self.ledger = ledger
    self.signer = signer
    self.previews = previews
    self.bundles = bundles
    self.metrics = metrics
    refusals = Refusals(
      ProblemResponder(metrics: metrics, logger: logger, now: now, requestId: requestId))
    self.mark = mark
    self.decisionLog = decisionLog
    self.logger = logger
    self.now = now
    self.requestId = requestId
    self.ledgerPath = ledgerPath
    self.readinessChecks = readinessChecks
    self.chains = chains
    keeper = EvidenceKeeper(ledger, metrics: metrics, logger: logger, now: now)
  }
}

extension ServerParts {
  /// What a request reads, each once; the first steps of every way (FastPath.md): the request's
  /// id, its release, a proxy that nobody named, the address.
  func entry(_ head: some RequestHead, from peer: ClientAddress) -> RequestScope.Entry {
    let release = current.value
    unnamedProxy.notice(head, from: peer, proxies, keys: release.keys, logger)
    return RequestScope.Entry(
      requestId: head.ownRequestId ?? requestId(), release: release, gate: gate,
      address: proxies.client(of: head, peer: peer), peer: peer, limiter: limiter,
      userProofs: userProofs)
  }

  /// Trouble with the ledger, for the engineer on call.
  func note(_ failure: LedgerFailure) {
    guard case .unavailable(let reason) = failure else { return }
    metrics.ledgerFailed()
    guard trouble.isDue() else { return }
    logger.error("ledger unavailable", metadata: ["reason": "\(reason)"])
  }
}
