package import HummingbirdCore
package import Logging
package import NIOCore

/// One HTTP/1.1 connection: a `WireEnd`, and once more is asked than that answers, Hummingbird behind
/// it, watched by a `ConnectionGuard` and run on the event loop of the connection.
package struct Connection: ServerChildChannel {
  private let http: HTTP1Channel
  private let express: @Sendable (PlainGet, ClientAddress) -> ByteBuffer?
  private let idle: TimeAmount
  private let room: ConnectionRoom
  let refusals: Refusals
  let bodies: BodyRules
  let counters: any ConnectionCounters
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
    limits: ConnectionLimits, room: ConnectionRoom, bodies: BodyRules, refusals: Refusals,
    counters: any ConnectionCounters, eventLoops: any EventLoopGroup
  ) {
    self.express = express
    idle = limits.idle
    self.room = room
    self.refusals = refusals
    self.bodies = bodies
    self.counters = counters
    http = HTTP1Channel(
      responder: inTaskOfItsOwn(responder),
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          ConnectionGuard(limits: limits, refusals: refusals, bodies: bodies)
        ],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.readableHeaders, maxHeaderListSize: limits.readableHeaders,
          maxHeaderFieldCount: HeaderLimits.fields)))
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
        WireEnd(express: express, idle: idle, framework: framework) { [http] channel in
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
    counters.connectionOpened()
    defer {
      counters.connectionClosed()
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
