import HTTPTypes
import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

/// Enforces the limits of one HTTP/2 request. A violation ends the stream; the connection and its other
/// streams go on.
final class StreamGuard: RequestGuard {
  /// The last frame of the request arrived.
  private var hasRequest = false
  /// The head of a response was written.
  private var isResponding = false
  /// The connection closes after this response.
  private var endsConnection = false
  /// The last frame of the response was sent.
  private var hasResponded = false
  private let place: StreamBudget.Place

  init(
    limits: ConnectionLimits, refusals: any RefusalResponder, bodies: BodyRules,
    _ source: RequestSource, _ reservation: BodyReservation, _ place: StreamBudget.Place,
    turns: LoopTurns
  ) {
    self.place = place
    super.init(
      limits: limits, refusals: refusals, bodies: bodies, source, reservation, turns: turns)
  }

  override func handlerAdded(context: ChannelHandlerContext) {
    receivingSince = context.eventLoop.now
    super.handlerAdded(context: context)
  }

  override var isAnswered: Bool { isResponding }
  override var isSending: Bool { isResponding }
  override var mayGiveWay: Bool { !hasRequest }

  override func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is StreamBudget.Evicted { giveWay(.tooManyStreams, context) }
    context.fireUserInboundEventTriggered(event)
  }

  // MARK: In

  /// Returns why HTTP/1.1 would refuse the request too.
  override func refusal(of head: HTTPRequest) -> Refusal? {
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
    return head.headerFields.count <= HeaderLimits.fields ? nil : .headersTooLarge
  }

  override func requestEnded() {
    hasRequest = true
    place.requestArrived()
  }

  /// Frames that follow the rules of HTTP/2 and do not form a request.
  override func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !(error is NIOHTTP2Errors.StreamClosed) else { return connectionLost(context) }
    refuse(.malformedHTTP2, context)
  }

  // MARK: Out

  override func responseBegins(
    _ head: HTTPResponse, _ context: ChannelHandlerContext
  ) -> HTTPResponse? {
    isResponding = true
    // The client has as long as it reads the response.
    receivingSince = nil
    endsConnection = head.endsConnection
    if !endsConnection, RefusalPause.isRefusal(head.status.code) {
      context.channel.parent?.pipeline.fireUserInboundEventTriggered(RequestRefused())
    }
    return head.withoutConnectionFields
  }

  override func responseEnds(
    _ end: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    context.write(end, promise: trackEnd(context, promise))
  }

  private func trackEnd(
    _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>? = nil
  ) -> EventLoopPromise<Void> {
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
    return sent
  }

  // MARK: The end

  /// After a complete response to an incomplete request, `NO_ERROR` asks the client to stop sending
  /// (RFC 9113, 8.1). Any other code makes clients discard the response.
  override func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    guard hasResponded, !hasRequest, context.channel.isActive,
      let codec = try? context.pipeline.syncOperations.context(
        handlerType: HTTP2FramePayloadToHTTPServerCodec.self)
    else { return context.close(mode: mode, promise: promise) }
    let frame = HTTP2Frame.FramePayload.rstStream(.noError)
    hasRequest = true
    codec.writeAndFlush(NIOAny(frame), promise: promise)
  }

  override func close(
    after response: (head: HTTPResponse, body: ByteBuffer)?, _ context: ChannelHandlerContext
  ) {
    let channel = context.channel
    guard let response else { return channel.close(promise: nil) }
    let sent = trackEnd(context)
    write((response.head.withoutConnectionFields, response.body), context, sent)
    context.flush()
    sent.futureResult.whenComplete { _ in channel.close(promise: nil) }
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
      channel.close(promise: nil)
    }
  }
}

extension HTTPResponse {
  /// A client that guesses keys loses the connection. A body that is too large ends its stream only.
  fileprivate var endsConnection: Bool {
    status == .tooManyRequests && headerFields[.connection] == "close"
  }

  /// Without the headers about a connection of HTTP/1.1, which HTTP/2 forbids (RFC 9113, 8.2.2).
  fileprivate var withoutConnectionFields: HTTPResponse {
    var response = self
    for name in Self.connectionFields where headerFields.contains(name) {
      response.headerFields[name] = nil
    }
    return response
  }

  private static let connectionFields: [HTTPField.Name] =
    [.connection, .transferEncoding, .upgrade]
    + ["keep-alive", "proxy-connection"].compactMap { HTTPField.Name($0) }
}
