import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Enforces the limits of requests, one at a time: how long a request and its response take, how much a
/// body has, and that no route takes an incomplete request for a complete one. `ConnectionGuard` adds
/// what a connection of HTTP/1.1 needs, `StreamGuard` what a stream of HTTP/2 does.
class RequestGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  let limits: ConnectionLimits
  let refusals: any RefusalResponder
  let source: RequestSource
  /// For what is due on many connections at a time.
  private let turns: LoopTurns
  var body: IncomingBody
  /// The request whose head arrived, and whose response is not complete.
  private(set) var request: RefusedRequest?
  /// A request's head arrived, its end did not.
  private(set) var isReading = false
  /// True while the client waits for a response before it sends the body.
  private var expectsContinue = false
  let writeProgress = WriteProgress()
  /// Nothing more is read or answered.
  var isClosing = false
  var receivingSince: NIODeadline?
  private var respondingSince: NIODeadline?
  var timer: Scheduled<Void>?

  init(
    limits: ConnectionLimits, refusals: any RefusalResponder, bodies: BodyRules,
    _ source: RequestSource, _ reservation: BodyReservation, turns: LoopTurns
  ) {
    self.limits = limits
    self.refusals = refusals
    self.source = source
    self.turns = turns
    body = IncomingBody(bodies, source.peer, reservation)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    body.reservation.whenDropped { [eventLoop = context.eventLoop] in
      eventLoop.execute { bound.value.0.giveWay(.bodyStalled, bound.value.1) }
    }
    schedule(context)
  }

  /// The context holds its handler, and what is stored here holds the context.
  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    body.reservation.whenDropped(nil)
    // Work that waits for its turn then finds nothing to do.
    isClosing = true
  }

  // MARK: The protocol's part

  /// Returns why the protocol refuses a head.
  func refusal(of head: HTTPRequest) -> Refusal? { nil }
  func headArrives(_ head: HTTPRequest) {}
  func bodyArrived(_ bytes: Int) {}
  func requestEnded() {}
  /// - Returns: the head to send, `nil` for the one that was given.
  func responseBegins(
    _ head: HTTPResponse, _ context: ChannelHandlerContext
  ) -> HTTPResponse? { nil }
  /// Sends the end of a response.
  func responseEnds(
    _ end: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {}
  /// Ends the connection or the stream, after a response if there is one.
  func close(
    after response: (head: HTTPResponse, body: ByteBuffer)?, _ context: ChannelHandlerContext
  ) {}
  /// The request that is being read has its response.
  var isAnswered: Bool { isReading && request == nil }
  /// Something is held that another request may need.
  var mayGiveWay: Bool { false }
  /// A response is on its way to the client.
  var isSending: Bool { false }
  var idleDeadline: NIODeadline { .distantFuture }

  // A subclass overrides these, so they are declared here.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(error)
  }
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
  }
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    context.close(mode: mode, promise: promise)
  }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      headArrives(head)
      request = RefusedRequest(head)
      isReading = true
      receive(context)
      if let refusal = refusal(of: head) ?? Refusal(head: head)
        ?? body.begin(head, at: context.eventLoop.now)
      {
        return refuse(refusal, context)
      }
      expectsContinue = Expectation(head) == .continue
    case .body(let buffer):
      expectsContinue = false
      bodyArrived(buffer.readableBytes)
      if let refusal = body.receive(buffer, at: context.eventLoop.now) { refuse(refusal, context) }
      return
    case .end:
      forwardBody(context)
      expectsContinue = false
      isReading = false
      receivingSince = nil
      requestEnded()
      if request != nil {
        respondingSince = context.eventLoop.now
        schedule(context)
      }
    }
    context.fireChannelRead(data)
  }

  /// The time of a request begins, unless it has begun.
  func receive(_ context: ChannelHandlerContext) {
    guard receivingSince == nil else { return }
    receivingSince = context.eventLoop.now
    schedule(context)
  }

  /// Forwards the bytes of a body that one read brought as one piece, however they are chunked.
  func channelReadComplete(context: ChannelHandlerContext) {
    forwardBody(context)
    context.fireChannelReadComplete()
    // No route has answered from the head alone, so the client may send the body (RFC 9110, 10.1.1).
    guard expectsContinue, !isClosing else { return }
    expectsContinue = false
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  /// The body of a request that is already answered is discarded.
  private func forwardBody(_ context: ChannelHandlerContext) {
    guard let buffer = body.next(), isReading, !isClosing else { return }
    if request == nil {
      body.release()
    } else {
      context.fireChannelRead(wrapInboundOut(.body(buffer)))
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    connectionLost(context)
    context.fireChannelInactive()
  }

  /// The connection or the stream ended, perhaps before the request was complete.
  func connectionLost(_ context: ChannelHandlerContext) {
    if isReading, request != nil, !isClosing { refusals.count(.incompleteRequest) }
    abortRequest(context)
  }

  /// Ends the body with an error (RFC 9112, 8; RFC 9113, 8.1).
  private func abortRequest(_ context: ChannelHandlerContext) {
    guard isReading else { return }
    isReading = false
    context.fireErrorCaught(IncompleteRequest())
  }

  // MARK: Out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing else {
      promise?.succeed()
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      expectsContinue = false
      writeProgress.begin(at: context.eventLoop.now)
      let changed = responseBegins(head, context)
      context.write(changed.map { wrapOutboundOut(.head($0)) } ?? data, promise: promise)
    case .body: writeProgress.write(unwrapOutboundIn(data), context, promise)
    case .end:
      request = nil
      respondingSince = nil
      responseEnds(data, context, promise)
    }
  }

  // MARK: Refusals

  /// Refuses the request that is being read, or that a route answers too late.
  func refuse(
    _ refusal: Refusal, after limit: TimeAmount = .zero, _ context: ChannelHandlerContext
  ) {
    guard !isClosing else { return }
    let response = isAnswered ? nil : refusals.response(to: refusal, of: request, after: limit)
    abortRequest(context)
    // Further mistakes that are found while this is written are not reported.
    isClosing = true
    timer?.cancel()
    close(after: response, context)
  }

  /// Writes a refusal, without flushing it.
  func write(
    _ response: (head: HTTPResponse, body: ByteBuffer), _ context: ChannelHandlerContext,
    _ promise: EventLoopPromise<Void>? = nil
  ) {
    context.write(wrapOutboundOut(.head(response.head)), promise: nil)
    context.write(wrapOutboundOut(.body(response.body)), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: promise)
  }

  /// Another request needs what this one holds.
  func giveWay(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    if mayGiveWay { refuse(refusal, context) }
  }

  // MARK: Limits

  /// Keeps one timer. It fires when the next limit may be over, or early enough for a limit that begins
  /// in the meantime.
  func schedule(_ context: ChannelHandlerContext) {
    let next = min(min(requestDeadline, stallDeadline), min(responseDeadline, idleDeadline))
    guard timer == nil, next < .distantFuture else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(
      deadline: min(next, context.eventLoop.now + limits.shortest)
    ) {
      self.timer = nil
      self.turns.run { self.check(context) }
    }
  }

  private var requestDeadline: NIODeadline {
    receivingSince.map { $0 + limits.requestTimeout } ?? .distantFuture
  }

  private var stallDeadline: NIODeadline {
    guard isReading, receivingSince != nil, let last = body.lastProgress else {
      return .distantFuture
    }
    return last + limits.stallTimeout
  }

  private var responseDeadline: NIODeadline {
    isSending
      ? writeProgress.last + limits.writeTimeout
      : respondingSince.map { $0 + limits.responseTimeout } ?? .distantFuture
  }

  private func check(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    let now = context.eventLoop.now
    if now >= responseDeadline {
      guard !isSending else { return context.close(promise: nil) }
      source.noteTimeout()
      refuse(.responseTimeout, after: limits.responseTimeout, context)
    } else if now >= requestDeadline {
      refuse(.requestTimeout, after: limits.requestTimeout, context)
    } else if now >= stallDeadline {
      refuse(.bodyStalled, after: limits.stallTimeout, context)
    } else if now >= idleDeadline {
      context.close(promise: nil)
    } else {
      schedule(context)
    }
  }
}

@available(*, unavailable)
extension RequestGuard: Sendable {}
