package import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix

/// One HTTP/1.1 connection: a `WireEnd`, and once more is asked than that answers, Hummingbird behind
/// it, watched by a `ConnectionGuard` and run on the event loop of the connection.
package struct Connection: ServerChildChannel {
  private let http: HTTP1Channel
  private let express: @Sendable (PlainGet, ClientAddress) -> ByteBuffer?
  private let refuse: @Sendable ([UInt8], Int, ClientAddress) -> ByteBuffer?
  private let idle: TimeAmount
  private let room: ConnectionRoom
  let refusals: Refusals
  let bodies: BodyRules
  let metrics: ServerMetrics
  private let executors: [ObjectIdentifier: EventLoopExecutor]

  package struct Value: ServerChildChannelValue {
    package let channel: any Channel
    /// An error if the connection ends without having needed it.
    let framework: EventLoopFuture<HTTP1Channel.Value>
    /// The bytes of bodies that the server holds for it.
    let reservation: BodyReservation
  }

  package init(
    responder: @escaping HTTPChannelHandler.Responder,
    express: @escaping @Sendable (PlainGet, ClientAddress) -> ByteBuffer?,
    refuse: @escaping @Sendable ([UInt8], Int, ClientAddress) -> ByteBuffer? = { _, _, _ in nil },
    limits: ConnectionLimits, room: ConnectionRoom, bodies: BodyRules, refusals: Refusals,
    metrics: ServerMetrics, eventLoops: any EventLoopGroup
  ) {
    self.express = express
    self.refuse = refuse
    idle = limits.idle
    self.room = room
    self.refusals = refusals
    self.bodies = bodies
    self.metrics = metrics
    http = HTTP1Channel(
      responder: inTaskOfItsOwn(responder),
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          ConnectionGuard(limits: limits, refusals: refusals, bodies: bodies)
        ],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.readableHeaders, maxHeaderListSize: limits.readableHeaders,
          maxHeaderFieldCount: Limits.headerFields)))
    executors = Dictionary(
      eventLoops.makeIterator().map { (ObjectIdentifier($0), EventLoopExecutor($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.settingUp {
      try admit(channel, speaksPlainly: true)
      return setUpHTTP(on: channel, logger: logger)
    }
  }

  /// A place for the connection; throws if it is to be closed at once.
  func admit(_ channel: any Channel, speaksPlainly: Bool) throws {
    // At most 64 KiB come at a time, so no more than that waits behind a request that is answered.
    try? channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    let pipeline = channel.pipeline.syncOperations
    switch room.enter(channel) {
    case .seated(let seat): try pipeline.addHandler(SeatHandler(seat))
    case .full where speaksPlainly: try pipeline.addHandler(FullHouse(refusals))
    case .full, .overrun:
      refusals.count(.tooManyConnections)
      throw ChannelError.eof
    }
  }

  func setUpHTTP(on channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let framework = channel.eventLoop.makePromise(of: HTTP1Channel.Value.self)
    channel.closeFuture.whenComplete { _ in framework.fail(ChannelError.eof) }
    let reservation = BodyReservation(bodies.budget)
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(
        WireEnd(express: express, refuse: refuse, idle: idle, framework: framework) {
          [http] channel in
          let made = http.setup(channel: channel, logger: logger)
          let watcher = try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self)
          watcher?.body.reservation = reservation
          return made
        })
      return Value(
        channel: channel, framework: framework.futureResult, reservation: reservation)
    }
  }

  /// Runs tasks on the event loop of a connection.
  func executor(of channel: any Channel) -> EventLoopExecutor? {
    executors[ObjectIdentifier(channel.eventLoop)]
  }

  package func handle(value: Value, logger: Logger) async {
    metrics.connectionOpened()
    defer {
      metrics.connectionClosed()
      refusals.forget(value.channel)
      value.reservation.release()
    }
    await withTaskExecutorPreference(executor(of: value.channel)) {
      guard let framework = await framework(of: value) else { return }
      await http.handle(value: framework, logger: logger)
    }
  }

  private func framework(of value: Value) async -> HTTP1Channel.Value? {
    await withTaskCancellationHandler {
      try? await value.framework.get()
    } onCancel: {
      value.channel.close(promise: nil)
    }
  }
}

extension Channel {
  /// Sets up an accepted connection, or closes it: who accepts it (`NIOAsyncChannel` of a server)
  /// only forgets one whose setup failed, and its descriptor would stay open for ever.
  func settingUp<Value>(
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

/// How long a connection may take for what, and how much it may bring.
package struct ConnectionLimits: Sendable {
  /// From the first byte of a connection to the end of its TLS handshake.
  package var toShakeHands: TimeAmount = .seconds(10)
  /// From the first byte of a request to its last.
  package var toSend: TimeAmount = .seconds(10)
  /// From the last byte of a request to the head of its answer.
  package var toAnswer: TimeAmount = .seconds(5)
  /// In which a client takes some of an answer that has begun.
  package var toTake: TimeAmount = .seconds(20)
  /// Between requests.
  package var idle: TimeAmount = .seconds(75)
  /// In which nothing is read after one refusal of many (`RefusalPause`). Shorter than the least
  /// `Retry-After`, so that whoever keeps to it never waits; zero for no pause at all.
  package var longestPause: TimeAmount = .milliseconds(800)
  /// Bytes of headers that are read at all, so that up to here a refusal keeps the connection.
  package var readableHeaders = 32 * 1024
  /// Bytes of a body that are received at all, if only to throw them away and keep the connection.
  package static let largestBody = 1024 * 1024
  /// Bytes of bodies that are held at a time, over all connections.
  package var bodies = 64 * 1024 * 1024

  /// Connections at a time.
  package var connections = 20_000

  package init() {}
}
