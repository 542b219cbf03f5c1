package import Catalog
package import Ledger
package import Logging

/// Everything the routes stand on: values, closures and the one release that is swapped. Made once
/// and never changed; a class so that a request carries one reference to it.
package final class ServerParts: Sendable {
  package let current: CurrentRelease
  package let reloader: Reloader
  package let gate: Gate
  package let ledger: any Ledger
  /// `nil` answers `signingNotConfigured`.
  package let signer: OfferSigner?
  package let previews: PreviewDesk
  package let bundles: BundleDesk
  package let metrics: ServerMetrics
  package let mark: VisitorMark
  package let decisionLog: DecisionLog?
  package let logger: Logger
  package let now: @Sendable () -> Timestamp
  package let requestId: @Sendable () -> String
  /// One line a second about a ledger that is away says as much as a thousand.
  let trouble = LogPause()

  package init(
    current: CurrentRelease, reloader: Reloader, gate: Gate, ledger: any Ledger,
    signer: OfferSigner?, previews: PreviewDesk, metrics: ServerMetrics, mark: VisitorMark,
    decisionLog: DecisionLog? = nil, bundles: BundleDesk = BundleDesk(nil), logger: Logger,
    now: @escaping @Sendable () -> Timestamp,
    requestId: @escaping @Sendable () -> String = RequestIdentifier.fresh
  ) {
    self.current = current
    self.reloader = reloader
    self.gate = gate
    self.ledger = ledger
    self.signer = signer
    self.previews = previews
    self.bundles = bundles
    self.metrics = metrics
    self.mark = mark
    self.decisionLog = decisionLog
    self.logger = logger
    self.now = now
    self.requestId = requestId
  }
}

extension ServerParts {
  /// Trouble with the ledger, for the engineer on call.
  func note(_ failure: LedgerFailure) {
    guard case .unavailable(let reason) = failure else { return }
    metrics.ledgerFailed()
    guard trouble.isDue() else { return }
    logger.error("ledger unavailable", metadata: ["reason": "\(reason)"])
  }
}
