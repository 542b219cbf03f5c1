import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Keeps a connection to its limits, and answers with a problem what never becomes a request: text
/// that is not HTTP, headers without end, a request or an answer that takes too long.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ConnectionLimits
  private let express: @Sendable (PlainGet, ClientAddress) -> ByteBuffer?
  /// The other end; known once bytes came.
  private var peer: ClientAddress?
  private let wire = WireEnd()
  /// Requests whose head came and whose answer has not ended.
  private var unanswered = 0
  /// A head came, its end did not.
  private var isReading = false
  /// The head of an answer left, its end did not.
  private var isWriting = false
  private let taking = Taking()
  private var bodyBytes = 0
  private var closesAfterAnswer = false
  private var isClosing = false
  /// To be told once the answers before it are written.
  private var refusal: Problem?
  private var receivingSince: NIODeadline?
  private var answeringSince: NIODeadline?
  private var idleSince = NIODeadline.now()
  private var timer: Scheduled<Void>?

  init(
    limits: ConnectionLimits,
    express: @escaping @Sendable (PlainGet, ClientAddress) -> ByteBuffer?
  ) {
    self.limits = limits
    self.express = express
  }

  func handlerAdded(context: ChannelHandlerContext) {
    wire.express = { [weak self] get in self?.answer(get, context) }
    wire.bytesCame = { [weak self] in self?.bytesCame(context) }
    // In front of HTTP/1.1; behind TLS, where there is TLS.
    let pipeline = context.pipeline.syncOperations
    if let encoder = try? pipeline.handler(type: HTTPResponseEncoder.self) {
      try? pipeline.addHandler(wire, position: .before(encoder))
    }
    if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
      try? pipeline.addHandler(RequestTarget.Check(), position: .before(codec))
    }
    schedule(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  // MARK: In

  private func answer(_ get: PlainGet, _ context: ChannelHandlerContext) -> ByteBuffer? {
    let peer = peer ?? ClientAddress(context.channel)
    self.peer = peer
    guard !isClosing, let response = express(get, peer) else { return nil }
    idleSince = .now()
    return response
  }

  private func bytesCame(_ context: ChannelHandlerContext) {
    guard receivingSince == nil, !isClosing else { return }
    receivingSince = .now()
    schedule(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing, refusal == nil else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      begin(head)
      if let problem = Self.ambiguity(of: head) { return refuse(problem, context) }
    case .body(let buffer):
      bodyBytes += buffer.readableBytes
      if bodyBytes > limits.discardableBody {
        refuse(
          Problem(.bodyTooLarge, "No body may have more than \(limits.discardableBody) bytes."),
          context)
        return
      }
    case .end:
      isReading = false
      receivingSince = nil
      if unanswered > 0 {
        answeringSince = .now()
        schedule(context)
      }
    }
    context.fireChannelRead(data)
  }

  private func begin(_ head: HTTPRequest) {
    unanswered += 1
    isReading = true
    bodyBytes = 0
    if let connection = head.headerFields[.connection], connection.lowercased() == "close" {
      closesAfterAnswer = true
    }
  }

  /// RFC 9112, 3.2: a request names its host once. Two servers in a row could each take another.
  private static func ambiguity(of head: HTTPRequest) -> Problem? {
    let hosts = head.headerFields.count { $0.name.canonicalName == "host" }
    guard head.authority == nil || hosts > 0 else { return nil }
    return Problem(.malformedRequest, "Send one Host header.", field: "Host")
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.headerOverflow:
      refuse(
        Problem(
          .headersTooLarge, "The request line and the headers may have \(Limits.headers) bytes."),
        context)
    case HTTPParserError.invalidMethod:
      refuse(
        Problem(
          .methodNotAllowed, "HTTP knows no such method.",
          headers: [.allow: "GET, HEAD, POST"]), context)
    case is RequestTarget.Unclear:
      refuse(
        Problem(
          .malformedRequest, "Ask for a path, or for an address on the host that Host names.",
          field: "Host"), context)
    case is HTTPParserError, is HTTP1TypeConversionError:
      refuse(Problem(.malformedRequest, "The request does not follow RFC 9112."), context)
    default:
      context.fireErrorCaught(error)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if isClosing, case ChannelEvent.inputClosed = event { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  // MARK: Out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing else {
      promise?.succeed()
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isWriting = true
      taking.begin()
      if head.headerFields[.connection] == "close" { closesAfterAnswer = true }
      context.write(data, promise: promise)
    case .body: taking.write(unwrapOutboundIn(data), context, promise)
    case .end:
      isWriting = false
      unanswered -= 1
      answeringSince = unanswered > (isReading ? 1 : 0) ? .now() : nil
      idleSince = .now()
      context.write(data, promise: promise)
      if let refusal {
        context.flush()
        refuse(refusal, context)
      } else if closesAfterAnswer, unanswered == 0 {
        context.flush()
        close(context)
      }
    }
  }

  // MARK: Limits

  /// Answers the message that is being read and ends the connection, after the answers that are
  /// still owed for requests before it.
  private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    let owedBefore = unanswered - (isReading ? 1 : 0)
    guard owedBefore <= 0, !isWriting else {
      refusal = problem
      return
    }
    let isAnsweredAlready = isReading && unanswered == 0
    if !isAnsweredAlready { tell(problem, context) }
    close(context)
  }

  private func tell(_ problem: Problem, _ context: ChannelHandlerContext) {
    let body = problem.json
    context.write(wrapOutboundOut(.head(problem.head(bodyCount: body.count))), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Closes our side once all is sent and then reads on for a second, so that what the client still
  /// sends does not reset the connection under the answer.
  private func close(_ context: ChannelHandlerContext) {
    isClosing = true
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: limits.toTake) { channel.close(promise: nil) }
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { _ in
      self.timer?.cancel()
      self.timer = channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
    context.close(mode: .output, promise: sent)
  }

  /// One timer at most, for many requests: it looks again when the nearest limit could be over, or
  /// one that begins after now.
  private func schedule(_ context: ChannelHandlerContext) {
    guard timer == nil, let deadline = nextDeadline else { return }
    let next = min(deadline, .now() + min(limits.toSend, limits.toAnswer, limits.toTake))
    let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: next) {
      let (watcher, context) = loopBound.value
      watcher.timer = nil
      watcher.check(context)
    }
  }

  private var nextDeadline: NIODeadline? {
    [
      receivingSince.map { $0 + limits.toSend }, answerDeadline, idleDeadline,
    ].compactMap(\.self).min()
  }

  private var answerDeadline: NIODeadline? {
    isWriting ? taking.since + limits.toTake : answeringSince.map { $0 + limits.toAnswer }
  }

  private var idleDeadline: NIODeadline? {
    receivingSince == nil && unanswered == 0 ? idleSince + limits.idle : nil
  }

  private func check(_ context: ChannelHandlerContext) {
    let now = NIODeadline.now()
    if let answerDeadline, now >= answerDeadline, !isClosing {
      guard !isWriting else { return context.close(promise: nil) }
      tell(Problem(.answerTimeout, "The answer took too long; try again."), context)
      close(context)
    } else if let receivingSince, now >= receivingSince + limits.toSend {
      self.receivingSince = nil
      refuse(
        Problem(.requestTimeout, "The request took too long to arrive; send it again."), context)
    }
    if let idleDeadline, now >= idleDeadline, !isClosing {
      context.close(promise: nil)
    } else if !isClosing {
      schedule(context)
    }
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
