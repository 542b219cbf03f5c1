import HTTPTypes
import NIOCore

/// Answers plain requests next to the socket, as long as it has answered every byte of the connection.
/// The first byte that it cannot answer installs the framework, which gets all bytes from then on:
/// two readers of one stream would not agree on where a request begins.
final class FastPathHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let respond: PlainResponder
  private let limits: ConnectionLimits
  /// For a connection that refuses for the first time.
  private let pause: (any Channel) -> RefusalPause?
  private let heldRefusals: HeldRefusals
  /// For what is due on many connections at a time.
  private let slices: TimeoutSlices
  private var held: HeldRefusal?
  private var rest: RefusalRest?
  /// Installs the framework behind this handler.
  private let install: @Sendable (any Channel) throws -> Void
  private var isInstalled = false
  /// Called when bytes go to the framework, with the time since when they are here. Says whether
  /// anybody reads them.
  var onBytes: (NIODeadline, ByteBuffer) -> Bool = { _, _ in true }
  /// A request whose body is not all here.
  private var partial: PartialRequest?
  /// The client's end of the connection; read with the first bytes.
  private var peer: ClientAddress?
  private var idleSince = NIODeadline.now()
  private var timer: Scheduled<Void>?
  /// Bytes went on in this read, so its end must go on too.
  private var hasPassedBytes = false
  private var hasUnflushedResponse = false
  /// Bytes still to come of the body of an answered request; they are discarded.
  private var unreadBody = 0
  /// The last response is written; nothing more is answered.
  private var isFinishing = false

  init(
    respond: @escaping PlainResponder, limits: ConnectionLimits,
    pause: @escaping (any Channel) -> RefusalPause?, heldRefusals: HeldRefusals,
    slices: TimeoutSlices = TimeoutSlices(),
    install: @escaping @Sendable (any Channel) throws -> Void
  ) {
    self.respond = respond
    self.limits = limits
    self.pause = pause
    self.heldRefusals = heldRefusals
    self.slices = slices
    self.install = install
  }

  func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    held?.timer.cancel()
    held = nil
    partial = nil
    onBytes = { _, _ in true }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isFinishing else { return }
    guard held == nil else { return held?.append(unwrapInboundIn(data)) ?? () }
    var buffer = unwrapInboundIn(data)
    let discarded = min(unreadBody, buffer.readableBytes)
    buffer.moveReaderIndex(forwardBy: discarded)
    unreadBody -= discarded
    guard buffer.readableBytes > 0 else { return }
    guard !isInstalled else { return pass(buffer, context) }
    if partial != nil {
      guard let whole = partial?.append(buffer) else { return }
      endPartial(context)
      buffer = whole
    }
    let start = buffer.readerIndex
    let bytes = buffer.getBytes(at: start, length: buffer.readableBytes) ?? []
    let peer = peer ?? ClientAddress(context.channel)
    self.peer = peer
    var position = 0
    // A client that does not read its responses is left to the framework, which then stops reading.
    answers: while position < bytes.count, context.channel.isWritable,
      let request = PlainRequest(bytes, from: position)
    {
      let response: PlainResponse
      switch respond(request, peer) {
      case .response(let answer): response = answer
      case .wholeBody: return awaitBody(of: request, buffer, context)
      case .framework: break answers
      }
      position = min(request.end, bytes.count)
      unreadBody = request.end - position
      buffer.moveReaderIndex(to: start + position)
      if response.then != .goOn, hold(response, buffer, context) { return }
      write(response, context)
      guard response.then != .close else { return finish(context) }
      guard response.then == .rest, let rest = rest(context) else { continue }
      flush(context)
      guard position < bytes.count else { return }
      return rest.hold(wrapInboundOut(buffer))
    }
    guard position < bytes.count else { return }
    installFramework(context)
    pass(buffer, context)
  }

  /// Keeps a request until its body is here. Too late or cut off, it is left to the framework with
  /// all the time that it has taken.
  private func awaitBody(
    of request: PlainRequest, _ buffer: ByteBuffer, _ context: ChannelHandlerContext
  ) {
    assert(request.body.count <= BodyBudget.freeBytes, "a longer body has to be counted")
    let now = context.eventLoop.now
    partial = PartialRequest(buffer, lacking: request.end - request.bytes.count, since: now)
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(
      deadline: now + limits.requestTimeout
    ) {
      self.slices.run { self.passPartial(context) }
    }
  }

  private func endPartial(_ context: ChannelHandlerContext) {
    partial = nil
    idleSince = .now()
    timer?.cancel()
    schedule(context)
  }

  private func passPartial(_ context: ChannelHandlerContext) {
    guard let partial else { return }
    self.partial = nil
    installFramework(context)
    pass(partial.bytes, since: partial.since, context)
    channelReadComplete(context: context)
  }

  private func write(_ response: PlainResponse, _ context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(response.bytes), promise: nil)
    hasUnflushedResponse = true
    idleSince = .now()
  }

  /// Keeps the first refusal of a connection for a moment. The next request may come on another
  /// connection, which no rest would slow.
  ///
  /// - Returns: whether it is kept.
  private func hold(
    _ response: PlainResponse, _ input: ByteBuffer, _ context: ChannelHandlerContext
  ) -> Bool {
    guard rest == nil, var pause = pause(context.channel),
      let time = pause.pause(after: 429, at: context.eventLoop.now),
      let place = heldRefusals.take(time)
    else { return false }
    flush(context)
    addRest(RefusalRest(pause), context)
    try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    let timer = context.eventLoop.assumeIsolated().scheduleTask(in: place.time) {
      self.release(context)
    }
    held = HeldRefusal(response, input, timer, place)
    return true
  }

  private func release(_ context: ChannelHandlerContext) {
    guard let held else { return }
    self.held = nil
    write(held.response, context)
    if held.response.then == .close {
      finish(context)
    } else {
      flush(context)
      try? context.channel.syncOptions?.setOption(.autoRead, value: true)
      if held.end != nil { rest?.inputEnded() }
      if held.input.readableBytes > 0 {
        channelRead(context: context, data: wrapInboundOut(held.input))
        channelReadComplete(context: context)
      }
    }
    if let end = held.end { userInboundEventTriggered(context: context, event: end) }
  }

  /// The rest that the connection takes after a refusal, if it takes one.
  private func rest(_ context: ChannelHandlerContext) -> RefusalRest? {
    if rest == nil, let pause = pause(context.channel) { addRest(RefusalRest(pause), context) }
    return rest?.begin() == true ? rest : nil
  }

  private func addRest(_ rest: RefusalRest, _ context: ChannelHandlerContext) {
    try? context.pipeline.syncOperations.addHandler(rest, position: .before(self))
    self.rest = rest
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    flush(context)
    guard hasPassedBytes else { return }
    hasPassedBytes = false
    context.fireChannelReadComplete()
  }

  /// Closes the output after the response, and the connection as soon as the client has closed its
  /// half, or a second later: closing over unread bytes resets the connection before the client has
  /// read the response.
  private func finish(_ context: ChannelHandlerContext) {
    isFinishing = true
    flush(context)
    close(context, in: limits.writeTimeout)
    context.allSent.assumeIsolated().whenComplete { _ in
      guard context.channel.isActive else { return }
      context.close(mode: .output, promise: nil)
      self.close(context, in: .seconds(1))
    }
  }

  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }

  /// The client or the server ends the connection. If responses are still unsent, the framework and
  /// its guard wait for them.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if held != nil, Self.isEnd(event) {
      held?.end = event
      return
    }
    if isFinishing {
      if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
      return
    }
    passPartial(context)
    if !isInstalled, Self.isEnd(event) {
      flush(context)
      guard context.channel.unsentBytes > 0 else { return context.close(promise: nil) }
      installFramework(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The guard counts the request that was cut off.
    passPartial(context)
    guard isInstalled else { return context.close(promise: nil) }
    context.fireErrorCaught(error)
  }

  private func installFramework(_ context: ChannelHandlerContext) {
    flush(context)
    isInstalled = true
    timer?.cancel()
    timer = nil
    do { try install(context.channel) } catch { context.close(promise: nil) }
  }

  /// Takes the connection back from the framework. Every byte so far is answered.
  func removeFramework(_ pipeline: ChannelPipeline, idleSince: NIODeadline) {
    let operations = pipeline.syncOperations
    guard let context = try? operations.context(handler: self),
      (try? Connection.removeFramework(operations)) != nil
    else { return }
    isInstalled = false
    onBytes = { _, _ in true }
    self.idleSince = idleSince
    schedule(context)
  }

  private func pass(
    _ bytes: ByteBuffer, since start: NIODeadline = .now(), _ context: ChannelHandlerContext
  ) {
    guard onBytes(start, bytes) else { return }
    hasPassedBytes = true
    context.fireChannelRead(wrapInboundOut(bytes))
  }

  private func flush(_ context: ChannelHandlerContext) {
    guard hasUnflushedResponse else { return }
    hasUnflushedResponse = false
    context.flush()
  }

  private func schedule(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(
      deadline: idleSince + limits.idleTimeout
    ) {
      guard NIODeadline.now() >= self.idleSince + self.limits.idleTimeout else {
        return self.schedule(context)
      }
      context.close(promise: nil)
    }
  }
}

@available(*, unavailable)
extension FastPathHandler: Sendable {}
