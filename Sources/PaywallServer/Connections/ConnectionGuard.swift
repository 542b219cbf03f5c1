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

  let limits: ConnectionLimits
  let refusals: Refusals
  /// Requests whose head came and whose answer has not ended, the oldest first.
  var unanswered = CircularBuffer<AskedRequest>(initialCapacity: 1)
  /// A head came, its end did not.
  var isReading = false
  /// The head of an answer left, its end did not.
  var isWriting = false
  /// Long answers whose last byte has not left for the network.
  var leaving = 0
  let taking = Taking()
  /// A head went on to the framework, its end did not.
  private var isOpen = false
  var body: IncomingBody
  private let pipelining = PipeliningHandler()
  private let proxies: TrustedProxies
  private var closesAfterAnswer = false
  /// Nothing more is read or answered.
  var isClosing = false
  /// And all that was answered has left.
  var hasLeft = false
  /// To be told once the answers before it are written.
  var refusal: Problem?
  var receivingSince: NIODeadline?
  var answeringSince: NIODeadline?
  var idleSince = NIODeadline.now()
  var timer: Scheduled<Void>?

  init(limits: ConnectionLimits, refusals: Refusals, bodies: BodyRules) {
    self.limits = limits
    self.refusals = refusals
    body = IncomingBody(bodies, BodyReservation(bodies.budget))
    proxies = bodies.proxies
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    if let wire = try? pipeline.handler(type: WireEnd.self) {
      wire.bytesCame = { [weak self] in self?.bytesCame(context) }
    }
    if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
      try? pipeline.addHandler(RequestTarget.Check(), position: .before(codec))
      pipelining.pause = RefusalPause(context.channel, proxies, limits)
      try? pipeline.addHandler(pipelining, position: .before(codec))
    }
    schedule(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    if isOpen, !isClosing, !unanswered.isEmpty { refusals.count(.incompleteRequest) }
    cut(context)
    context.fireChannelInactive()
  }

  // MARK: In

  private func bytesCame(_ context: ChannelHandlerContext) {
    // What comes behind a whole request is read once that is answered.
    let isAnswering = !isReading && !unanswered.isEmpty
    guard receivingSince == nil, !isAnswering, !isClosing else { return }
    receivingSince = .now()
    schedule(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing, refusal == nil else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      begin(head, context)
      if let problem = Self.ambiguity(of: head) ?? .unreadableCoding(of: head)
        ?? body.begin(head, context.channel)
      {
        return refuse(problem, context)
      }
      isOpen = true
    case .body(let buffer):
      if let problem = body.receive(buffer, context.channel) { return refuse(problem, context) }
      return
    case .end:
      passBody(context)
      isReading = false
      isOpen = false
      receivingSince = nil
      if !unanswered.isEmpty {
        answeringSince = .now()
        schedule(context)
      }
    }
    context.fireChannelRead(data)
  }

  /// What came of a body goes on in one piece for each time that the socket was read, however it is
  /// cut; that of a request which is answered already goes nowhere.
  func channelReadComplete(context: ChannelHandlerContext) {
    passBody(context)
    context.fireChannelReadComplete()
  }

  private func passBody(_ context: ChannelHandlerContext) {
    guard let buffer = body.next(), isOpen, !isClosing else { return }
    if unanswered.isEmpty {
      body.release()
    } else {
      context.fireChannelRead(wrapInboundOut(.body(buffer)))
    }
  }

  /// Half a request must not look like a whole one to whoever reads it (RFC 9112, 8).
  func cut(_ context: ChannelHandlerContext) {
    guard isOpen else { return }
    isOpen = false
    context.fireErrorCaught(IncompleteRequest())
  }

  private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
    unanswered.append(AskedRequest(head))
    isReading = true
    if pipelining.isLast { closesAfterAnswer = true }
    if receivingSince == nil {
      receivingSince = .now()
      schedule(context)
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
    case HTTPParserError.invalidEOFState:
      refuse(.incompleteRequest, context)
    case is HTTPParserError, is HTTP1TypeConversionError:
      refuse(Problem(.malformedRequest, "The request does not follow RFC 9112."), context)
    default:
      context.fireErrorCaught(error)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      // The framework would close over what has not left yet.
      if unanswered.isEmpty { finish(context, .all) } else { closesAfterAnswer = true }
    case ChannelEvent.inputClosed where hasLeft:
      context.close(promise: nil)
    default:
      context.fireUserInboundEventTriggered(event)
    }
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
      unanswered.removeFirst()
      body.release()
      answeringSince = unanswered.count > (isReading ? 1 : 0) ? .now() : nil
      idleSince = .now()
      context.write(data, promise: taking.isLong ? leave(context, promise) : promise)
      if let refusal {
        refuse(refusal, context)
      } else if closesAfterAnswer, unanswered.isEmpty {
        finish(context, .output)
      }
    }
  }

  /// The end of a long answer: the framework hands over all of it at once, and is done long before
  /// the client is.
  private func leave(
    _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) -> EventLoopPromise<Void> {
    let left = promise ?? context.eventLoop.makePromise(of: Void.self)
    leaving += 1
    left.futureResult.assumeIsolated().whenComplete { _ in
      self.leaving -= 1
      self.idleSince = .now()
    }
    return left
  }

  /// The framework is done with the connection, or gives it up because the time of a shutdown is
  /// over; that it says by closing the way in.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if case .input = mode { return context.close(promise: promise) }
    // It ends already, and not before the client could read the answer.
    if isClosing { return context.channel.closeFuture.cascade(to: promise) }
    finish(context, mode, promise)
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
