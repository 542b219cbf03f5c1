import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

/// One connection of HTTP/2, behind the TLS that negotiated it.
struct HTTP2Connection: Sendable {
  private let http1: Connection
  private let limits: ConnectionLimits
  let budget: StreamBudget

  /// The streams for which there is a place.
  typealias Streams = NIOHTTP2Handler.AsyncStreamMultiplexer<Stream?>

  /// One request.
  struct Stream: Sendable {
    let channel: any Channel
    let work: ConnectionWork
    /// The bytes of its body that are in memory.
    let reservation: BodyReservation
  }

  /// - Parameter http1: has what all connections share.
  init(_ http1: Connection, _ limits: ConnectionLimits) {
    self.http1 = http1
    self.limits = limits
    budget = StreamBudget(streams: limits.streams, proxies: http1.bodies.proxies)
  }

  func setUp(on channel: any Channel) throws -> Streams {
    let pipeline = channel.pipeline.syncOperations
    let bodies = http1.bodies
    // Before the handler of the protocol: what comes during a rest must not reach it.
    try pipeline.addHandler(RefusalRest(RefusalPause(channel, bodies.proxies, limits)))
    try pipeline.addHandler(
      FrameGuard(limits: limits, refusals: http1.refusals, budget: bodies.budget))
    let manager = NIOHTTP2ServerConnectionManagementHandler(
      eventLoop: channel.eventLoop,
      configuration: .init(maxIdleTime: nil, maxAge: nil, maxGraceTime: nil, keepalive: nil))
    let idle = HTTP2IdleHandler(limits)
    let delegate = HTTP2IdleHandler.Delegate(idle, manager.http2StreamDelegate, channel.eventLoop)
    let slices = NIOLoopBound(http1.slices(of: channel), eventLoop: channel.eventLoop)
    let streams = try pipeline.configureAsyncHTTP2Pipeline(
      mode: .server, streamDelegate: delegate, frameDelegate: delegate,
      configuration: limits.http2
    ) { stream in
      stream.eventLoop.makeCompletedFuture { try setUp(stream, slices.value) }
    }
    try pipeline.addHandlers([manager, idle])
    return streams
  }

  private func setUp(_ stream: any Channel, _ slices: TimeoutSlices) throws -> Stream? {
    let pipeline = stream.pipeline.syncOperations
    guard let place = budget.admit(stream) else {
      http1.refusals.count(.tooManyStreams)
      try pipeline.addHandler(RefusedStream())
      return nil
    }
    let reservation = BodyReservation(http1.bodies.budget)
    let work = ConnectionWork(of: stream, on: http1.executor(of: stream))
    try pipeline.addHandlers([
      HTTP2FramePayloadToHTTPServerCodec(),
      StreamGuard(
        limits: limits, refusals: http1.refusals, bodies: http1.bodies, reservation: reservation,
        place: place, slices: slices),
      RequestHandler(respond: http1.respond, work: work),
    ])
    return Stream(channel: stream, work: work, reservation: reservation)
  }

  func handle(_ streams: Streams, on channel: any Channel, _ logger: Logger) async {
    http1.counters.connectionOpened()
    defer { http1.counters.connectionClosed() }
    await withTaskCancellationHandler {
      await handle(streams, executor: http1.executor(of: channel), logger)
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  private func handle(_ streams: Streams, executor: EventLoopExecutor, _ logger: Logger) async {
    do {
      try await withThrowingDiscardingTaskGroup { group in
        for try await case let stream? in streams.inbound {
          group.addTask(executorPreference: executor) {
            await stream.work.end()
            http1.refusals.forget(stream.channel)
            stream.reservation.release()
          }
        }
      }
    } catch {
      logger.debug("an HTTP/2 connection ended early", metadata: ["error": "\(type(of: error))"])
    }
  }
}
