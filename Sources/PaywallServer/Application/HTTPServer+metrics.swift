import HTTPService
import HTTPTransport
import NIOPosix

extension HTTPServer {
  /// Serves metrics on a separate port, for a network that only the scraper reaches; needs no key.
  /// Its connections have the usual limits, but are not counted with the others.
  static func metrics(
    _ parts: Dependencies, settings: Settings, limits: ConnectionLimits,
    listening: @escaping @Sendable (_ port: Int) async -> Void
  ) -> HTTPServer? {
    guard let port = settings.metricsPort else { return nil }
    let responder = MetricsResponder(
      report: parts.report, isLoopback: HostName.isLoopback(settings.metricsHost))
    let limiter = ConnectionLimiter(
      capacity: min(limits.connections, 32), logger: parts.logger,
      remedy: "find out who connects to the metrics port")
    // Nothing here reads a body.
    let bodies = BodyRules(budget: BodyBudget(bytes: 0), proxies: TrustedProxies())
    let metrics = ServerMetrics()
    let refusals = ProblemResponder(
      logger: parts.logger, now: parts.now, requestId: parts.requestId, noted: metrics.noteRefusal)
    let connection = Connection(
      respond: dated(responder.answer, now: parts.now), limits: limits, limiter: limiter,
      bodies: bodies, refusals: refusals, counters: metrics,
      eventLoops: MultiThreadedEventLoopGroup.singleton)
    return HTTPServer(
      host: settings.metricsHost, port: port, connection, logger: parts.logger,
      listening: listening)
  }
}
