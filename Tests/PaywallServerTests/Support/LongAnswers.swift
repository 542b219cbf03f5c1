import HTTPService
import HTTPTransport
import HTTPTypes
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
    listening: @escaping @Sendable (_ port: Int) async -> Void
  ) -> some Service {
    let logger = Logger(label: "long") { _ in SwiftLogNoOpLogHandler() }
    let refusals = ProblemResponder(
      logger: logger, now: { time("2026-12-05T12:00:00Z") }, requestId: { "made-1" },
      noted: metrics.noteRefusal)
    let bodies = BodyRules(
      budget: BodyBudget(bytes: limits.bodyBytes), proxies: TrustedProxies())
    let limiter = ConnectionLimiter(capacity: limits.connections, logger: logger)
    let connection = Connection(
      respond: dated(
        { request, _ in .later { await Self.response(to: request) } },
        now: { time("2026-12-05T12:00:00Z") }),
      limits: limits, limiter: limiter, bodies: bodies, refusals: refusals, counters: metrics,
      certificates: certificates, eventLoops: MultiThreadedEventLoopGroup.singleton)
    return HTTPServer(
      host: "127.0.0.1", port: 0, connection, logger: logger, listening: listening)
  }

  private static func response(to request: Request) async -> Response {
    switch request.path {
    case "/long":
      return Response(status: .ok, body: ByteBuffer(repeating: 0x78, count: count))
    case "/short": return Response(status: .ok)
    case "/read":
      let body = try? await request.body.bytes(upTo: 1024)
      return Response(status: body == nil ? .badRequest : .ok)
    default: return Response(status: .notFound)
    }
  }
}
