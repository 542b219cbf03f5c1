import HTTPTypes
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// Enforces the limits of one HTTP/2 request, as `ConnectionGuard` does for HTTP/1.1. A violation ends
/// the stream; the connection and its other streams go on.
final class StreamGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ConnectionLimits
  private let refusals: Refusals
  private var request: RefusedRequest?
  private var body: IncomingBody
  /// The last frame of the request arrived.
  private var hasRequest = false
  /// The routes got the request's head and not yet its end.
  private var isForwarding = false
  /// The client waits for a response before it sends the body.
  private var expectsContinue = false
  /// The head of a response was written.
  private var isResponding = false
  /// The connection closes after this response.
  private var endsConnection = false
  /// The last frame of the response was sent.
  private var hasResponded = false
  private let writeProgress = WriteProgress()
  private var isClosing = false
  private var timer: Scheduled<Void>?
  private let place: StreamBudget.Place
  private let turns: LoopTurns

  init(
    limits: ConnectionLimits, refusals: Refusals, bodies: BodyRules, reservation: BodyReservation,
    place: StreamBudget.Place, turns: LoopTurns
  ) {
    self.limits = limits
    self.refusals = refusals
    self.place = place
    self.turns = turns
    body = IncomingBody(bodies, reservation)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    body.reservation.whenDropped { [eventLoop = context.eventLoop] in
      eventLoop.execute { bound.value.0.giveWay(.bodyStalled, bound.value.1) }
    }
    awaitRequest(until: context.eventLoop.now + limits.requestTimeout, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    isClosing = true
    timer?.cancel()
    body.reservation.whenDropped(nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is StreamBudget.Evicted { giveWay(.tooManyStreams, context) }
    context.fireUserInboundEventTriggered(event)
  }

  /// Another request needs the place that this one holds and does not use.
  private func giveWay(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard !hasRequest else { return }
    refuse(refusal, context)
  }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      request = RefusedRequest(head)
      if let refusal = Self.refusal(head) ?? body.begin(head, context.channel) {
        return refuse(refusal, context)
      }
      isForwarding = true
      expectsContinue = Expectation(head) == .continue
    case .body(let buffer):
      expectsContinue = false
      if let refusal = body.receive(buffer, context.channel) { return refuse(refusal, context) }
      return
    case .end:
      forwardBody(context)
      hasRequest = true
      place.requestArrived()
      isForwarding = false
      guard !isResponding else { break }
      awaitResponse(context)
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    forwardBody(context)
    context.fireChannelReadComplete()
    sendContinue(context)
  }

  /// No route has answered from the head alone, so the client may send the body (RFC 9110, 10.1.1).
  private func sendContinue(_ context: ChannelHandlerContext) {
    guard expectsContinue, !hasRequest, !isResponding, !isClosing else { return }
    expectsContinue = false
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  private func forwardBody(_ context: ChannelHandlerContext) {
    guard let buffer = body.next(), isForwarding, !isClosing else { return }
    if hasResponded {
      body.release()
    } else {
      context.fireChannelRead(wrapInboundOut(.body(buffer)))
    }
  }

  /// The stream or its connection closed.
  func channelInactive(context: ChannelHandlerContext) {
    connectionLost(context)
    context.fireChannelInactive()
  }

  /// The client reset the stream, or the connection closed, before the request was complete.
  private func connectionLost(_ context: ChannelHandlerContext) {
    if isForwarding, !isResponding { refusals.count(.incompleteRequest) }
    abortRequest(context)
  }

  /// Ends the body with an error, so that no route takes an incomplete request for a complete one
  /// (RFC 9113, 8.1).
  private func abortRequest(_ context: ChannelHandlerContext) {
    guard isForwarding else { return }
    isForwarding = false
    context.fireErrorCaught(IncompleteRequest())
  }

  /// Whether HTTP/1.1 would refuse the request too.
  private static func refusal(_ head: HTTPRequest) -> Refusal? {
    guard let authority = head.authority, !authority.isEmpty else { return .hostNotUnique }
    // RFC 9113, 8.3.1: a `Host` that differs from `:authority` makes a request malformed.
    let namesOneHost = head.headerFields.allSatisfy {
      $0.name.canonicalName != "host" || $0.value.utf8.elementsEqual(authority.utf8)
    }
    guard namesOneHost else { return .hostDiffersFromAuthority }
    let isTarget = RequestTarget.isPath(head.path ?? "") && RequestTarget.isScheme(head.scheme)
    guard head.method == .connect || isTarget else { return .ambiguousTarget }
    guard RequestTarget.hasOneLength(head.headerFields) else { return .malformedHTTP2 }
    // The decoder of HTTP/1.1 reads no more.
    guard head.headerFields.count <= HeaderLimits.fields else { return .headersTooLarge }
    return Refusal(head: head)
  }

  /// Frames that follow the rules of HTTP/2 and do not form a request.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !(error is NIOHTTP2Errors.StreamClosed) else { return connectionLost(context) }
    refuse(.malformedHTTP2, context)
  }

  // MARK: Out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing else {
      promise?.succeed()
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      isResponding = true
      writeProgress.begin(at: context.eventLoop.now)
      enforceWriteTimeout(context)
      endsConnection = head.endsConnection
      if !endsConnection, RefusalPause.isRefusal(head.status.code) {
        context.channel.parent?.pipeline.fireUserInboundEventTriggered(RequestRefused())
      }
      head.headerFields.removeConnectionFields()
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: writeProgress.write(unwrapOutboundIn(data), context, promise)
    case .end: writeEnd(data, context, promise)
    }
  }

  private func writeEnd(
    _ end: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
    let channel = context.channel
    sent.futureResult.assumeIsolated().whenSuccess {
      self.hasResponded = true
      self.body.release()
      if self.endsConnection {
        channel.parent?.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      }
      if !self.hasRequest { channel.close(promise: nil) }
    }
    context.write(end, promise: sent)
  }

  /// After a complete response to an incomplete request, `NO_ERROR` asks the client to stop sending
  /// (RFC 9113, 8.1). Any other code makes clients discard the response.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard hasResponded, !hasRequest, context.channel.isActive,
      let codec = try? context.pipeline.syncOperations.context(
        handlerType: HTTP2FramePayloadToHTTPServerCodec.self)
    else { return context.close(mode: mode, promise: promise) }
    let frame = HTTP2Frame.FramePayload.rstStream(.noError)
    hasRequest = true
    codec.writeAndFlush(NIOAny(frame), promise: promise)
  }

  // MARK: Limits

  /// Looks after the request in time for its end, and for a body that stalls.
  private func awaitRequest(until end: NIODeadline, _ context: ChannelHandlerContext) {
    let stall = body.lastProgress.map { $0 + limits.stallTimeout } ?? .distantFuture
    schedule(at: min(end, stall, context.eventLoop.now + limits.stallTimeout), context) {
      guard !self.hasRequest, !self.isResponding else { return }
      let now = context.eventLoop.now
      if now >= end {
        self.refuse(.requestTimeout, after: self.limits.requestTimeout, context)
      } else if let last = self.body.lastProgress, now >= last + self.limits.stallTimeout {
        self.refuse(.bodyStalled, after: self.limits.stallTimeout, context)
      } else {
        self.awaitRequest(until: end, context)
      }
    }
  }

  private func awaitResponse(_ context: ChannelHandlerContext) {
    schedule(at: context.eventLoop.now + limits.responseTimeout, context) {
      // It may have begun while this waited for its turn.
      guard !self.isResponding else { return }
      self.refusals.noteTimeout(context.channel)
      self.refuse(.responseTimeout, after: self.limits.responseTimeout, context)
    }
  }

  private func schedule(
    at deadline: NIODeadline, _ context: ChannelHandlerContext, _ work: @escaping () -> Void
  ) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.turns.run { if !self.isClosing { work() } }
    }
  }

  /// Closes a stream whose client has stopped reading the response.
  private func enforceWriteTimeout(_ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(
      deadline: writeProgress.last + limits.writeTimeout
    ) {
      let isProgressing = NIODeadline.now() < self.writeProgress.last + self.limits.writeTimeout
      guard !isProgressing else { return self.enforceWriteTimeout(context) }
      self.isClosing = true
      context.close(promise: nil)
    }
  }

  private func refuse(
    _ refusal: Refusal, after limit: TimeAmount = .zero, _ context: ChannelHandlerContext
  ) {
    guard !isClosing else { return }
    isClosing = true
    timer?.cancel()
    abortRequest(context)
    let channel = context.channel
    guard !isResponding else { return channel.close(promise: nil) }
    var (head, body) = refusals.response(refusal, to: request, after: limit)
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
  /// A client that guesses keys loses the connection. A body that is too large ends its stream only.
  fileprivate var endsConnection: Bool {
    status == .tooManyRequests && headerFields[.connection] == "close"
  }
}

@available(*, unavailable)
extension StreamGuard: Sendable {}
