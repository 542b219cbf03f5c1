import HTTPTransport
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import PaywallServer
import ServiceLifecycle

/// A server whose answers fill every buffer on their way: `/long`. `/short` has no body, and `/read` waits for all of the request's.
struct LongAnswers {
  /// Bytes of a body.
  static let count = 24 << 20

  let metrics = ServerMetrics()

  func application(
    _ limits: ConnectionLimits, _ certificates: Certificates? = nil,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void
  ) -> some Service {
    let logger = Logger(label: "long") { _ in SwiftLogNoOpLogHandler() }
    let router = Router()
    router.get("long") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x78, count: Self.count)))
    }
    router.get("short") { _, _ in Response(status: .ok) }
    router.post("read") { request, _ in
      _ = try await request.body.collect(upTo: 1024)
      return Response(status: .ok)
    }
    let refusals = Refusals(
      ProblemResponder(
        metrics: metrics, logger: logger, now: { time("2026-12-05T12:00:00Z") },
        requestId: { "made-1" }))
    let bodies = BodyRules(
      budget: BodyBudget(bytes: limits.bodyBytes), proxies: TrustedProxies())
    let limiter = ConnectionLimiter(capacity: limits.connections, logger: logger)
    let responder = router.buildResponder()
    return Application(
      responder: responder,
      server: HTTPServerBuilder { _ in
        let plain = Connection(
          respond: responder.routes(logger: logger) { time("2026-12-05T12:00:00Z") },
          limits: limits, limiter: limiter,
          bodies: bodies, refusals: refusals, counters: metrics,
          eventLoops: MultiThreadedEventLoopGroup.singleton)
        guard let certificates else { return plain }
        return SecureConnection(plain, certificates: certificates, limits: limits)
      },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: onServerRunning,
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), logger: logger)
  }
}
