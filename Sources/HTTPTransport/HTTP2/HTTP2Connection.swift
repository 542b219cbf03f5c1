import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

/// One connection of HTTP/2, behind the TLS that negotiated it.
struct HTTP2Connection: Sendable {
  private let http1: Connection
  let budget: StreamBudget

  /// The streams whose routes may still work, each with its work.
  private typealias OpenStreams = NIOLoopBoundBox<[ObjectIdentifier: ConnectionWork]>

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
    let open = OpenStreams([:], eventLoop: channel.eventLoop)
    let streams = try pipeline.configureAsyncHTTP2Pipeline(
      mode: .server, streamDelegate: delegate, frameDelegate: delegate,
      configuration: limits.http2
    ) { stream in
      stream.eventLoop.makeCompletedFuture { try setUp(stream, boundTurns.value, open) }
    }
    try pipeline.addHandlers([manager, idle])
    return AcceptedConnection {
      http1.counters.connectionOpened()
      await withTaskCancellationHandler {
        // NIO offers the delegate for frames only with this sequence, of which nothing is needed.
        do { for try await _ in streams.inbound {} } catch {}
        await Self.end(open, on: channel.eventLoop)
      } onCancel: {
        channel.close(promise: nil)
      }
      http1.counters.connectionClosed()
    }
  }

  private func setUp(_ stream: any Channel, _ turns: LoopTurns, _ open: OpenStreams) throws {
    let pipeline = stream.pipeline.syncOperations
    guard let place = budget.admit(stream) else {
      http1.refusals.count(.tooManyStreams)
      return try pipeline.addHandler(RefusedStream())
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
    let id = ObjectIdentifier(stream)
    open.value[id] = work
    work.whenEnded {
      open.value[id] = nil
      http1.refusals.forget(stream)
      reservation.release()
    }
  }

  /// Waits for the routes of all streams, which are closed; cancelled, it cancels them.
  private static func end(_ open: OpenStreams, on eventLoop: any EventLoop) async {
    let works = try? await eventLoop.submit { Array(open.value.values) }.get()
    await withDiscardingTaskGroup { group in
      for work in works ?? [] { group.addTask { await work.end() } }
    }
  }
}
