package import Catalog
package import Logging

/// Everything the routes stand on. Values, closures and the one release that is swapped.
package struct ServerParts: Sendable {
  package var current: CurrentRelease
  package var reloader: Reloader
  package var gate: Gate
  /// `nil` answers `signingNotConfigured`.
  package var signer: OfferSigner?
  package var metrics: ServerMetrics
  package var mark: VisitorMark
  package var decisionLog: DecisionLog?
  package var logger: Logger
  package var now: @Sendable () -> Timestamp
  package var requestId: @Sendable () -> String

  package init(
    current: CurrentRelease, reloader: Reloader, gate: Gate, signer: OfferSigner?,
    metrics: ServerMetrics, mark: VisitorMark, decisionLog: DecisionLog? = nil, logger: Logger,
    now: @escaping @Sendable () -> Timestamp,
    requestId: @escaping @Sendable () -> String = RequestIdentifier.fresh
  ) {
    self.current = current
    self.reloader = reloader
    self.gate = gate
    self.signer = signer
    self.metrics = metrics
    self.mark = mark
    self.decisionLog = decisionLog
    self.logger = logger
    self.now = now
    self.requestId = requestId
  }
}
