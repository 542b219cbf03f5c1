import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

/// One connection of HTTP/2, behind the TLS that negotiated it.
struct HTTP2Connection: Sendable {
  private let http1: Connection
  let budget: StreamBudget

  /// The streams for which there is a place.
  private typealias Streams = NIOHTTP2Handler.AsyncStreamMultiplexer<Stream?>

  /// One request.
  private struct Stream: Sendable {
    let channel: any Channel
    let work: ConnectionWork
    /// The bytes of its body that are in memory.
    let reservation: BodyReservation
  }

  /// - Parameter http1: holds the parts that all connections share.
  init(_ http1: Connection) {
    self.http1 = http1
    budget = StreamBudget(streams: http1.limits.streams, proxies: http1.bodies.proxies)
  }

  func setUp(on channel: any Channel) throws -> AcceptedConnection {
    let pipeline = channel.pipeline.syncOperations
    let (bodies, limits) = (http1.bodies, http1.limits)
    let turns = http1.executor(of: channel).turns
    try pipeline.addHandler(
      FrameGuard(
        limits: limits, refusals: http1.refusals, budget: bodies.budget, turns: turns,
        pause: RefusalPause(channel, bodies.proxies, limits)))
    let manager = NIOHTTP2ServerConnectionManagementHandler(
      eventLoop: channel.eventLoop,
      configuration: .init(maxIdleTime: nil, maxAge: nil, maxGraceTime: nil, keepalive: nil))
    let idle = HTTP2IdleHandler(limits)
    let delegate = HTTP2IdleHandler.Delegate(idle, manager.http2StreamDelegate, channel.eventLoop)
    let boundTurns = NIOLoopBound(turns, eventLoop: channel.eventLoop)
    let streams = try pipeline.configureAsyncHTTP2Pipeline(
      mode: .server, streamDelegate: delegate, frameDelegate: delegate,
      configuration: limits.http2
    ) { stream in
      stream.eventLoop.makeCompletedFuture { try setUp(stream, boundTurns.value) }
    }
    try pipeline.addHandlers([manager, idle])
    return AcceptedConnection { await serve(streams, on: channel) }
  }

  private func setUp(_ stream: any Channel, _ turns: LoopTurns) throws -> Stream? {
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
        limits: http1.limits, refusals: http1.refusals, bodies: http1.bodies,
        reservation: reservation,
        place: place, turns: turns),
      RequestHandler(respond: http1.respond, work: work),
    ])
    return Stream(channel: stream, work: work, reservation: reservation)
  }

  private func serve(_ streams: Streams, on channel: any Channel) async {
    http1.counters.connectionOpened()
    await withTaskCancellationHandler {
      await serve(streams, executor: http1.executor(of: channel))
    } onCancel: {
      channel.close(promise: nil)
    }
    http1.counters.connectionClosed()
  }

  private func serve(_ streams: Streams, executor: EventLoopExecutor) async {
    // An error ends the connection, as its close does.
    try? await withThrowingDiscardingTaskGroup { group in
      for try await case let stream? in streams.inbound {
        group.addTask(executorPreference: executor) {
          await stream.work.end()
          http1.refusals.forget(stream.channel)
          stream.reservation.release()
        }
      }
    }
  }
}
