package import HummingbirdCore
package import Logging
package import NIOCore

/// Answers a plain request, whose body may not all have arrived.
package typealias PlainResponder = @Sendable (PlainRequest, ClientAddress) -> PlainAnswer

/// What becomes of a plain request.
package enum PlainAnswer: Sendable {
  case response(PlainResponse)
  /// To be asked again once the whole body is here; only of a body of at most
  /// `BodyBudget.freeBytes`.
  case wholeBody
  /// The framework answers.
  case framework

  package var response: PlainResponse? {
    guard case .response(let response) = self else { return nil }
    return response
  }
}

/// A complete response to a plain request.
package struct PlainResponse: Sendable {
  package let bytes: ByteBuffer
  /// What follows for the connection.
  package let then: Then

  package enum Then: Sendable {
    case goOn
    /// The client is over its limit, so the connection rests (`RefusalPause`).
    case rest
    /// The response says `Connection: close`.
    case close
  }

  package init(_ bytes: ByteBuffer, then: Then = .goOn) {
    self.bytes = bytes
    self.then = then
  }
}

/// One HTTP/1.1 connection. A `FastPathHandler` answers what it can; the first request that it cannot
/// answer installs Hummingbird, limited by a `ConnectionGuard` and run on the connection's event loop.
package struct Connection: ServerChildChannel {
  private let http: HTTP1Channel
  let fastPath: PlainResponder
  private let limits: ConnectionLimits
  private let limiter: ConnectionLimiter
  let refusals: Refusals
  let bodies: BodyRules
  let counters: any ConnectionCounters
  private let executors: [ObjectIdentifier: EventLoopExecutor]

  package struct Value: ServerChildChannelValue {
    package let channel: any Channel
    /// Fails if the connection closes without having needed the framework.
    let framework: EventLoopFuture<HTTP1Channel.Value>
    /// The bytes of request bodies that are in memory for this connection.
    let reservation: BodyReservation
  }

  package init(
    responder: @escaping HTTPChannelHandler.Responder,
    fastPath: @escaping PlainResponder,
    limits: ConnectionLimits, limiter: ConnectionLimiter, bodies: BodyRules, refusals: Refusals,
    counters: any ConnectionCounters, eventLoops: any EventLoopGroup
  ) {
    self.fastPath = fastPath
    self.limits = limits
    self.limiter = limiter
    self.refusals = refusals
    self.bodies = bodies
    self.counters = counters
    http = HTTP1Channel(
      responder: runInChildTask(responder),
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          ConnectionGuard(limits: limits, refusals: refusals, bodies: bodies)
        ],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.maximumHeaderBytes,
          maxHeaderListSize: limits.maximumHeaderBytes, maxHeaderFieldCount: HeaderLimits.fields)))
    executors = Dictionary(
      eventLoops.makeIterator().map { (ObjectIdentifier($0), EventLoopExecutor($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.closingOnFailure {
      try admit(channel, isPlaintext: true)
      return setUpHTTP(on: channel, logger: logger)
    }
  }

  /// Takes a slot for the connection; throws if it must be closed at once.
  func admit(_ channel: any Channel, isPlaintext: Bool) throws {
    // One read brings at most 64 KiB, so no more than that waits behind a request in progress.
    try? channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
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

  func setUpHTTP(on channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let framework = channel.eventLoop.makePromise(of: HTTP1Channel.Value.self)
    channel.closeFuture.whenComplete { _ in framework.fail(ChannelError.eof) }
    let reservation = BodyReservation(bodies.budget)
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(
        FastPathHandler(
          respond: fastPath, limits: limits,
          pause: { [bodies, limits] in RefusalPause($0, bodies.proxies, limits) },
          heldRefusals: refusals.held, framework: framework
        ) { [http] channel in
          let installed = http.setup(channel: channel, logger: logger)
          let handler = try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self)
          handler?.body.reservation = reservation
          return installed
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
