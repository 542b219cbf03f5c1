import HTTPService
import HTTPTransport
package import Logging
import NIOCore
import NIOPosix
package import ServiceLifecycle
import UnixSignals

/// The store as a program: its port, and its clock beside it.
package struct StoreApplication: Sendable {
  private let store: StoreService
  private let access: StoreAccess
  private let serverAPI: ServerAPI?
  private let host: String
  private let port: Int
  private let logger: Logger

  /// - Parameters:
  ///   - serverAPI: `nil` serves none of Apple's paths.
  ///   - port: 0 lets the system choose.
  package init(
    _ store: StoreService, access: StoreAccess, serverAPI: ServerAPI? = nil, host: String,
    port: Int,
    logger: Logger
  ) {
    self.store = store
    self.access = access
    self.serverAPI = serverAPI
    self.host = host
    self.port = port
    self.logger = logger
  }

  /// The services of the store, which must be run in this order.
  ///
  /// - Parameter listening: receives the port.
  package func services(
    listening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) -> [any Service] {
    // The shutdown reaches the last service first.
    [ClockService(store: store), server(listening), LastAnswers(store: store)]
  }

  private func server(_ listening: @escaping @Sendable (_ port: Int) async -> Void) -> HTTPServer {
    let limits = Self.limits
    let refusals = ProblemResponder(logger: logger)
    let limiter = ConnectionLimiter(
      capacity: limits.connections, logger: logger,
      remedy: "find out who connects to the store")
    let bodies = BodyRules(
      budget: BodyBudget(bytes: limits.bodyBytes), proxies: TrustedProxies())
    let connection = Connection(
      respond: dated(responder.answer, now: SystemClock.now), limits: limits,
      limiter: limiter, bodies: bodies, refusals: refusals, counters: Uncounted(),
      eventLoops: MultiThreadedEventLoopGroup.singleton)
    return HTTPServer(
      host: host, port: port, connection, logger: logger, listening: listening)
  }

  private var responder: StoreResponder {
    var routes = Router<StoreRoute>()
    StoreRoutes(store: store, serverAPI: serverAPI).add(to: &routes)
    PageRoutes(store: store, access: access, logger: logger).add(to: &routes)
    return StoreResponder(
      access: access, routes: routes,
      serverAPI: serverAPI.map { ServerAPIRoutes(store: store, api: $0, logger: logger) },
      logger: logger)
  }

  private static var limits: ConnectionLimits {
    var limits = ConnectionLimits()
    // Moving the clock over years takes minutes if many customers renew in them.
    limits.responseTimeout = .minutes(10)
    limits.connections = 256
    // An eighth of it, the most of one address, holds an image.
    limits.bodyBytes = 256 * 1024 * 1024
    return limits
  }

  /// Serves until SIGTERM or SIGINT.
  package func run() async throws {
    var configuration = ServiceGroupConfiguration(
      services: services(), gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A receiver that does not answer is waited for once at the most.
    configuration.maximumGracefulShutdownDuration = .seconds(15)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch {
      throw ListenError(error, host: host, ports: "--port \(port)") ?? error
    }
  }
}

/// Keeps a clock that runs at a rate.
private struct ClockService: Service {
  let store: StoreService

  func run() async throws {
    try? await cancelWhenGracefulShutdown { try await store.keepTime() }
  }
}

/// Ends the requests that wait for something to happen, so that the server need not wait for them.
private struct LastAnswers: Service {
  let store: StoreService

  func run() async throws {
    try await gracefulShutdown()
    await store.stopWaiting()
  }
}
