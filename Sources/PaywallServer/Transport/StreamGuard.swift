import HTTPTypes
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// Keeps one request of an HTTP/2 connection to its limits, as `ConnectionGuard` does for HTTP/1.1.
/// Whatever is wrong ends the stream; the connection and its other streams go on.
final class StreamGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ConnectionLimits
  private let refusals: Refusals
  private var asked: AskedRequest?
  private var body: IncomingBody
  /// The last frame of the request came.
  private var hasRequest = false
  /// The head of the request went on, its end did not.
  private var isOpen = false
  /// The head of an answer left.
  private var isAnswered = false
  /// The client loses the connection over what it asked.
  private var endsConnection = false
  /// The last frame of the answer left.
  private var hasAnswered = false
  private let taking = Taking()
  private var isClosing = false
  private var timer: Scheduled<Void>?

  init(
    limits: ConnectionLimits, refusals: Refusals, bodies: BodyRules, reservation: BodyReservation
  ) {
    self.limits = limits
    self.refusals = refusals
    body = IncomingBody(bodies, reservation)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    wait(limits.toSend, context, .requestTimeout)
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      asked = AskedRequest(head)
      guard Self.namesOneHost(head) else {
        return refuse(
          Problem(.malformedRequest, "Send no Host beside :authority.", field: "Host"), context)
      }
      if let problem = body.begin(head, context.channel) { return refuse(problem, context) }
      isOpen = true
    case .body(let buffer):
      if let problem = body.receive(buffer, context.channel) { return refuse(problem, context) }
      return
    case .end:
      passBody(context)
      hasRequest = true
      isOpen = false
      guard !isAnswered else { break }
      wait(limits.toAnswer, context, .answerTimeout)
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    passBody(context)
    context.fireChannelReadComplete()
  }

  private func passBody(_ context: ChannelHandlerContext) {
    guard let buffer = body.next(), isOpen, !isClosing else { return }
    if hasAnswered {
      body.release()
    } else {
      context.fireChannelRead(wrapInboundOut(.body(buffer)))
    }
  }

  /// The stream or its connection ended.
  func channelInactive(context: ChannelHandlerContext) {
    lose(context)
    context.fireChannelInactive()
  }

  /// The client, or its connection, took back a request before its end.
  private func lose(_ context: ChannelHandlerContext) {
    if isOpen, !isAnswered { refusals.count(.incompleteRequest) }
    cut(context)
  }

  /// Half a request must not look like a whole one to whoever reads it (RFC 9113, 8.1).
  private func cut(_ context: ChannelHandlerContext) {
    guard isOpen else { return }
    isOpen = false
    context.fireErrorCaught(IncompleteRequest())
  }

  /// RFC 9113, 8.3.1: a `Host` that differs from `:authority` makes a request malformed.
  private static func namesOneHost(_ head: HTTPRequest) -> Bool {
    head.headerFields.allSatisfy {
      $0.name.canonicalName != "host" || $0.value.utf8.elementsEqual((head.authority ?? "").utf8)
    }
  }

  /// Frames that follow the rules of HTTP/2 and are no request of HTTP.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !(error is NIOHTTP2Errors.StreamClosed) else { return lose(context) }
    refuse(Problem(.malformedRequest, "The request does not follow RFC 9113."), context)
  }

  // MARK: Out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing else {
      promise?.succeed()
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      isAnswered = true
      taking.begin()
      waitForTaking(context)
      endsConnection = head.endsConnection
      if !endsConnection, RefusalPause.isRefusal(head.status.code) {
        context.channel.parent?.pipeline.fireUserInboundEventTriggered(RequestRefused())
      }
      head.headerFields.removeConnectionFields()
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: taking.write(unwrapOutboundIn(data), context, promise)
    case .end: writeEnd(data, context, promise)
    }
  }

  private func writeEnd(
    _ end: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    let left = promise ?? context.eventLoop.makePromise(of: Void.self)
    let channel = context.channel
    left.futureResult.assumeIsolated().whenSuccess {
      self.hasAnswered = true
      self.body.release()
      if self.endsConnection {
        channel.parent?.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      }
      if !self.hasRequest { channel.close(promise: nil) }
    }
    context.write(end, promise: left)
  }

  /// Behind a whole answer to half a request: the answer stands, send no more (RFC 9113, 8.1).
  /// Any other word makes clients throw the answer away.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard hasAnswered, !hasRequest, context.channel.isActive,
      let codec = try? context.pipeline.syncOperations.context(
        handlerType: HTTP2FramePayloadToHTTPServerCodec.self)
    else { return context.close(mode: mode, promise: promise) }
    let frame = HTTP2Frame.FramePayload.rstStream(.noError)
    hasRequest = true
    codec.writeAndFlush(NIOAny(frame), promise: promise)
  }

  // MARK: Limits

  private func wait(_ limit: TimeAmount, _ context: ChannelHandlerContext, _ problem: Problem) {
    timer?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: limit) {
      let (watcher, context) = bound.value
      if problem.code == .answerTimeout { watcher.refusals.tooLate(context.channel) }
      watcher.refuse(problem, after: limit, context)
    }
  }

  /// Until the answer has left, not only until it is there: who does not read holds no stream.
  private func waitForTaking(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: taking.since + limits.toTake) {
      let (watcher, context) = bound.value
      let isTaken = NIODeadline.now() < watcher.taking.since + watcher.limits.toTake
      guard !isTaken else { return watcher.waitForTaking(context) }
      watcher.isClosing = true
      context.close(promise: nil)
    }
  }

  private func refuse(
    _ problem: Problem, after limit: TimeAmount = .zero, _ context: ChannelHandlerContext
  ) {
    guard !isClosing else { return }
    isClosing = true
    timer?.cancel()
    cut(context)
    let channel = context.channel
    guard !isAnswered else { return channel.close(promise: nil) }
    var (head, body) = refusals.answer(problem, to: asked, after: limit)
    head.headerFields.removeConnectionFields()
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    let sent = context.eventLoop.makePromise(of: Void.self)
    writeEnd(wrapOutboundOut(.end(nil)), context, sent)
    context.flush()
    sent.futureResult.whenComplete { _ in channel.close(promise: nil) }
    timer = context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }
}

extension HTTPResponse {
  /// Who guesses keys loses the connection. A body that is too large costs HTTP/2 its stream only.
  fileprivate var endsConnection: Bool {
    status == .tooManyRequests && headerFields[.connection] == "close"
  }
}

@available(*, unavailable)
extension StreamGuard: Sendable {}
