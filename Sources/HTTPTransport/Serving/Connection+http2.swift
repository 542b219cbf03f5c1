import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

extension Connection {
  /// Sets up a connection of HTTP/2, behind the TLS that negotiated it.
  func setUpHTTP2(on channel: any Channel, _ work: ConnectionWork) throws {
    let pipeline = channel.pipeline.syncOperations
    let turns = executor(of: channel).turns
    try pipeline.addHandler(
      FrameGuard(
        limits: limits, refusals: refusals, budget: bodies.budget, turns: turns,
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
    ) { [self] stream in
      stream.eventLoop.makeCompletedFuture { try setUp(stream, boundTurns.value, work) }
    }
    try pipeline.addHandlers([manager, idle])
    count(work)
    // NIO offers the delegate for frames only with this sequence, of which nothing is needed.
    work.begin({ do { for try await _ in streams.inbound {} } catch {} }, then: { _ in })
  }

  private func setUp(_ stream: any Channel, _ turns: LoopTurns, _ work: ConnectionWork) throws {
    let pipeline = stream.pipeline.syncOperations
    guard let place = streams.admit(stream) else {
      refusals.count(.tooManyStreams)
      return try pipeline.addHandler(RefusedStream())
    }
    let source = RequestSource(stream)
    let reservation = BodyReservation(bodies.budget)
    try pipeline.addHandlers([
      HTTP2FramePayloadToHTTPServerCodec(),
      StreamGuard(
        limits: limits, refusals: refusals, bodies: bodies, source, reservation, place,
        turns: turns),
      RequestHandler(respond: respond, source: source, work: work, reservation: reservation),
    ])
  }
}
