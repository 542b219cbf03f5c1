package import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPTypesHTTP1
import NIOSSL

/// Sets up connections: HTTP/1.1 by NIO's decoder, limited by a `ConnectionGuard`, and the routes, run
/// on the connection's event loop. With TLS, HTTP/1.1 is the same or the client chooses HTTP/2.
package final class Connection: Sendable {
  let respond: RouteResponder
  let limits: ConnectionLimits
  private let limiter: ConnectionLimiter
  let refusals: any RefusalResponder
  private let held = HeldRefusals()
  let bodies: BodyRules
  let streams: StreamBudget
  private let counters: any ConnectionCounters
  private let certificates: Certificates?
  private let executors: [ObjectIdentifier: EventLoopExecutor]

  /// - Parameter certificates: for TLS; without them the connections are plaintext.
  package init(
    respond: @escaping RouteResponder, limits: ConnectionLimits, limiter: ConnectionLimiter,
    bodies: BodyRules, refusals: any RefusalResponder, counters: any ConnectionCounters,
    certificates: Certificates? = nil, eventLoops: any EventLoopGroup
  ) {
    self.respond = respond
    self.limits = limits
    self.limiter = limiter
    self.refusals = refusals
    self.bodies = bodies
    self.counters = counters
    self.certificates = certificates
    streams = StreamBudget(streams: limits.streams, proxies: bodies.proxies)
    executors = Dictionary(
      eventLoops.makeIterator().map { (ObjectIdentifier($0), EventLoopExecutor($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Sets up a connection that was accepted; throws if it must be closed at once.
  package func setUp(_ channel: any Channel) throws -> ConnectionWork {
    let work = ConnectionWork(of: channel, on: executor(of: channel))
    try admit(channel)
    guard let certificates else {
      try setUpHTTP1(on: channel, work)
      return work
    }
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(NIOSSLServerHandler(context: certificates.context))
    try pipeline.addHandler(HandshakeTimeoutHandler(limits.handshakeTimeout))
    _ = channel.configureHTTP2SecureUpgrade(
      h2ChannelConfigurator: { channel in
        channel.eventLoop.makeCompletedFuture { try self.setUpHTTP2(on: channel, work) }
      },
      http1ChannelConfigurator: { channel in
        channel.eventLoop.makeCompletedFuture { try self.setUpHTTP1(on: channel, work) }
      })
    return work
  }

  /// Takes a slot for the connection.
  private func admit(_ channel: any Channel) throws {
    // One read brings at most 64 KiB, so no more than that waits behind a request in progress.
    try? channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    // A connection keeps this buffer; a longer read makes it grow.
    try? channel.syncOptions?.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 65_536))
    let pipeline = channel.pipeline.syncOperations
    switch limiter.admit(channel) {
    case .admitted(let slot): try pipeline.addHandler(SlotHandler(slot))
    case .refused where certificates == nil:
      try pipeline.addHandlers([HTTPResponseEncoder(), TooManyConnectionsHandler(refusals)])
    case .refused, .dropped:
      refusals.count(.tooManyConnections)
      throw ChannelError.eof
    }
  }

  private func setUpHTTP1(on channel: any Channel, _ work: ConnectionWork) throws {
    try channel.pipeline.syncOperations.addHandler(
      FirstBytes(idleTimeout: limits.idleTimeout) { [self] in try install(on: $0, work) })
    count(work)
  }

  /// The decoder, what limits it, and the routes.
  private func install(on channel: any Channel, _ work: ConnectionWork) throws -> ConnectionGuard {
    var decoder = NIOHTTPDecoderLimitConfiguration()
    decoder.maxHeaderFieldSize = limits.maximumHeaderBytes
    decoder.maxHeaderListSize = limits.maximumHeaderBytes
    decoder.maxHeaderFieldCount = HeaderLimits.fields
    let pipelining = PipeliningHandler(RefusalPause(channel, bodies.proxies, limits), held)
    let source = RequestSource(channel)
    // The bytes of request bodies that are in memory for this connection.
    let reservation = BodyReservation(bodies.budget)
    let connectionGuard = ConnectionGuard(
      limits: limits, refusals: refusals, bodies: bodies, source, reservation, pipelining,
      turns: executor(of: channel).turns)
    try channel.pipeline.syncOperations.addHandlers([
      HTTPResponseEncoder(),
      ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoder)),
      pipelining, HTTP1ToHTTPServerCodec(secure: false), connectionGuard,
      RequestHandler(respond: respond, source: source, work: work, reservation: reservation),
    ])
    return connectionGuard
  }

  /// Counts the connection until its end.
  func count(_ work: ConnectionWork) {
    counters.connectionOpened()
    work.atEnd { [counters] in counters.connectionClosed() }
  }

  /// Runs tasks on the event loop of a connection.
  func executor(of channel: any Channel) -> EventLoopExecutor {
    executors[ObjectIdentifier(channel.eventLoop)] ?? EventLoopExecutor(channel.eventLoop)
  }
}
