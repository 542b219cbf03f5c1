package import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// One HTTP/1.1 connection: NIO's decoder, limited by a `ConnectionGuard`, and the routes, run on the
/// connection's event loop. A class, so that a connection keeps one reference to what all share.
package final class Connection: Sendable {
  let respond: RouteResponder
  let limits: ConnectionLimits
  private let limiter: ConnectionLimiter
  let refusals: Refusals
  let bodies: BodyRules
  let counters: any ConnectionCounters
  private let executors: [ObjectIdentifier: EventLoopExecutor]

  package init(
    respond: @escaping RouteResponder, limits: ConnectionLimits, limiter: ConnectionLimiter,
    bodies: BodyRules, refusals: Refusals, counters: any ConnectionCounters,
    eventLoops: any EventLoopGroup
  ) {
    self.respond = respond
    self.limits = limits
    self.limiter = limiter
    self.refusals = refusals
    self.bodies = bodies
    self.counters = counters
    executors = Dictionary(
      eventLoops.makeIterator().map { (ObjectIdentifier($0), EventLoopExecutor($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  package func setUp(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
    channel.closingOnFailure {
      try admit(channel, isPlaintext: true)
      return channel.eventLoop.makeSucceededFuture(try setUpHTTP(on: channel))
    }
  }

  /// Takes a slot for the connection; throws if it must be closed at once.
  func admit(_ channel: any Channel, isPlaintext: Bool) throws {
    // One read brings at most 64 KiB, so no more than that waits behind a request in progress.
    try? channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    // A connection keeps this buffer; a longer read makes it grow.
    try? channel.syncOptions?.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 65_536))
    let pipeline = channel.pipeline.syncOperations
    switch limiter.admit(channel) {
    case .admitted(let slot): try pipeline.addHandler(SlotHandler(slot))
    case .refused where isPlaintext:
      try pipeline.addHandler(TooManyConnectionsHandler(refusals))
    case .refused, .dropped:
      refusals.count(.tooManyConnections)
      throw ChannelError.eof
    }
  }

  func setUpHTTP(on channel: any Channel) throws -> AcceptedConnection {
    // The bytes of request bodies that are in memory for this connection.
    let reservation = BodyReservation(bodies.budget)
    let work = ConnectionWork(of: channel, on: executor(of: channel))
    try channel.pipeline.syncOperations.addHandler(
      FirstBytes(idleTimeout: limits.idleTimeout) { [self] in
        try install(on: $0, reservation, work)
      })
    return AcceptedConnection { [self] in
      counters.connectionOpened()
      await work.end()
      counters.connectionClosed()
      refusals.forget(channel)
      reservation.release()
    }
  }

  /// The decoder, what limits it, and the routes.
  private func install(
    on channel: any Channel, _ reservation: BodyReservation, _ work: ConnectionWork
  ) throws -> ConnectionGuard {
    var decoder = NIOHTTPDecoderLimitConfiguration()
    decoder.maxHeaderFieldSize = limits.maximumHeaderBytes
    decoder.maxHeaderListSize = limits.maximumHeaderBytes
    decoder.maxHeaderFieldCount = HeaderLimits.fields
    let pipelining = PipeliningHandler(
      RefusalPause(channel, bodies.proxies, limits), refusals.held)
    let connectionGuard = ConnectionGuard(
      limits: limits, refusals: refusals, bodies: bodies, reservation, pipelining,
      turns: executor(of: channel).turns)
    try channel.pipeline.syncOperations.addHandlers([
      HTTPResponseEncoder(),
      ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoder)),
      RequestTarget.Check(), pipelining, HTTP1ToHTTPServerCodec(secure: false), connectionGuard,
      RequestHandler(respond: respond, work: work),
    ])
    return connectionGuard
  }

  /// Runs tasks on the event loop of a connection.
  func executor(of channel: any Channel) -> EventLoopExecutor {
    executors[ObjectIdentifier(channel.eventLoop)] ?? EventLoopExecutor(channel.eventLoop)
  }
}

extension Channel {
  /// Sets up an accepted connection, or closes it. NIO's `NIOAsyncChannel` of a server drops a
  /// connection whose setup failed without closing its file descriptor.
  func closingOnFailure<Value>(
    _ setUp: () throws -> EventLoopFuture<Value>
  ) -> EventLoopFuture<Value> {
    let done: EventLoopFuture<Value>
    do {
      done = try setUp()
    } catch {
      done = eventLoop.makeFailedFuture(error)
    }
    done.whenFailure { _ in self.close(promise: nil) }
    return done
  }
}
