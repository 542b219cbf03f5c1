import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Enforces the limits of an HTTP/1.1 connection, and answers what never becomes a request: bytes that
/// are not HTTP, or headers that are too large.
final class ConnectionGuard: RequestGuard {
  /// Long responses that are written and not completely sent.
  private var unsentResponses = 0
  /// Bytes that the decoder has read and not turned into a head or a body. They may be the beginning of the
  /// next head; needless spaces and the frames of chunks count too.
  private var undecoded = 0
  /// Bytes: more than needless spaces.
  private static let nextRequest = 16
  private var isChunked = false
  /// The decoder is not through with what the last read brought.
  private var isDecoding = false
  private var context: ChannelHandlerContext?
  private let pipelining: PipeliningHandler
  private var closesAfterResponse = false
  /// All responses are sent, and the connection is closing.
  private var isAllSent = false
  private var idleSince = NIODeadline.distantPast

  init(
    limits: ConnectionLimits, refusals: any RefusalResponder, bodies: BodyRules,
    _ source: RequestSource, _ reservation: BodyReservation, _ pipelining: PipeliningHandler,
    turns: LoopTurns
  ) {
    self.pipelining = pipelining
    super.init(
      limits: limits, refusals: refusals, bodies: bodies, source, reservation, turns: turns)
  }

  override func handlerAdded(context: ChannelHandlerContext) {
    idleSince = context.eventLoop.now
    self.context = context
    super.handlerAdded(context: context)
  }

  override func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    super.handlerRemoved(context: context)
  }

  /// The decoder has so much of a head that it is counted.
  private var isHoldingHead: Bool {
    request == nil && receivingSince != nil && undecoded > BodyBudget.freeBytes
  }

  override var mayGiveWay: Bool { isReading || isHoldingHead }
  override var isSending: Bool { unsentResponses > 0 }

  override var idleDeadline: NIODeadline {
    receivingSince == nil && request == nil && !isSending
      ? idleSince + limits.idleTimeout : .distantFuture
  }

  // MARK: In

  /// The decoder is about to get bytes.
  ///
  /// - Returns: true if the bytes are read. The decoder would keep all bytes that come after a
  ///   request for another protocol.
  func bytesArrived(_ count: Int) -> Bool {
    guard let context, !isClosing, !pipelining.isOver else { return false }
    undecoded = receivingSince == nil && request == nil ? count : undecoded + count
    isDecoding = true
    // Bytes after a complete request are parsed once that request is answered, and read.
    if isReading || request == nil && context.channel.isWritable { receive(context) }
    return true
  }

  override func refusal(of head: HTTPRequest) -> Refusal? {
    // RFC 9112, 3.2: a request names its host once. With two, a proxy and this server could each use
    // another one.
    let hosts = head.headerFields.count { $0.name.canonicalName == "host" }
    guard head.authority != nil, hosts == 0 else { return .hostNotUnique }
    // RFC 9112, 6.1: a body in a coding that cannot be decoded is refused, and so is one of HTTP/1.0,
    // which has no codings. The decoder considers the last coding only.
    guard let coding = head.headerFields[.transferEncoding] else { return nil }
    let isDecoded = coding.lowercased() == "chunked" && head.headerFields[.httpVersion] == nil
    return isDecoded ? nil : .unknownTransferCoding
  }

  override func headArrives(_ head: HTTPRequest) {
    if isHoldingHead { body.release() }
    undecoded = max(0, undecoded - head.bytesOfHTTP1)
    isChunked = head.headerFields[.transferEncoding] != nil
    if pipelining.isLast { closesAfterResponse = true }
  }

  override func bodyArrived(_ bytes: Int) { undecoded = max(0, undecoded - bytes) }

  override func requestEnded() {
    if isChunked, undecoded <= BodyBudget.freeBytes { undecoded = 0 }
  }

  override func channelReadComplete(context: ChannelHandlerContext) {
    isDecoding = false
    timeNextRequest(context)
    countHead(context)
    super.channelReadComplete(context: context)
  }

  /// The beginning of the next request came with the one before, or meanwhile. One that came whole
  /// waits for as long as its client takes.
  private func timeNextRequest(_ context: ChannelHandlerContext) {
    guard undecoded > Self.nextRequest, request == nil, receivingSince == nil, !isClosing,
      !pipelining.isHolding
    else { return }
    receive(context)
    countHead(context)
  }

  /// The decoder keeps what came of a head, as long as it is not complete.
  private func countHead(_ context: ChannelHandlerContext) {
    guard !isReading, isHoldingHead, !isClosing,
      let refusal = body.receive(headOf: undecoded, at: context.eventLoop.now)
    else { return }
    refuse(refusal, context)
  }

  override func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.headerOverflow:
      refuse(.headersTooLarge, context)
    case HTTPParserError.invalidMethod:
      refuse(.unknownMethod, context)
    case is RequestTarget.Ambiguous:
      refuse(.ambiguousTarget, context)
    case HTTPParserError.invalidEOFState:
      refuse(.incompleteRequest, context)
    case is HTTPParserError, is HTTP1TypeConversionError:
      refuse(.malformedHTTP1, context)
    default:
      context.fireErrorCaught(error)
    }
  }

  override func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      // The channel would close before everything is sent.
      if request == nil { finish(context, .all) } else { closesAfterResponse = true }
    case ChannelEvent.inputClosed where isAllSent:
      context.close(promise: nil)
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  // MARK: Out

  override func responseBegins(
    _ head: HTTPResponse, _ context: ChannelHandlerContext
  ) -> HTTPResponse? {
    if head.headerFields[.connection] == "close" { closesAfterResponse = true }
    return nil
  }

  override func responseEnds(
    _ end: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    body.release()
    idleSince = context.eventLoop.now
    // This may bring the next request.
    context.write(end, promise: writeProgress.isLong ? trackSending(context, promise) : promise)
    guard request == nil, !isClosing else { return }
    if closesAfterResponse { return finish(context, .output) }
    if !isDecoding { timeNextRequest(context) }
    schedule(context)
  }

  /// The end of a long response. All of it is written at once, long before the client has
  /// received it.
  private func trackSending(
    _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) -> EventLoopPromise<Void> {
    let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
    unsentResponses += 1
    sent.futureResult.assumeIsolated().whenComplete { _ in
      self.unsentResponses -= 1
      self.idleSince = context.eventLoop.now
    }
    return sent
  }

  // MARK: The end

  /// The server closes the connection. At the end of a shutdown's grace period it closes the input
  /// only, and the connection closes without waiting.
  override func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    if case .input = mode { return context.close(promise: promise) }
    // Already closing, once the client could read the response.
    if isClosing { return context.channel.closeFuture.cascade(to: promise) }
    finish(context, mode, promise)
  }

  override func close(
    after response: (head: HTTPResponse, body: ByteBuffer)?, _ context: ChannelHandlerContext
  ) {
    if let response { write(response, context) }
    finish(context, .output)
  }

  /// Closes the output, or all, as soon as everything written is sent: if the client has closed its
  /// half, closing now would discard unsent bytes. A client that stops reading is cut off. After
  /// closing the output, the server reads for another second, because closing over unread bytes
  /// resets the connection before the client has read the response.
  private func finish(
    _ context: ChannelHandlerContext, _ mode: CloseMode, _ promise: EventLoopPromise<Void>? = nil
  ) {
    guard context.channel.isActive else { return context.close(mode: mode, promise: promise) }
    context.flush()
    isClosing = true
    enforceWriteTimeout(context)
    context.allSent.assumeIsolated().whenComplete { _ in
      self.isAllSent = true
      self.timer?.cancel()
      context.close(mode: mode, promise: promise)
      guard mode == .output, context.channel.isActive else { return }
      self.timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
        context.close(promise: nil)
      }
    }
  }

  private func enforceWriteTimeout(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let before = context.channel.unsentBytes
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.writeTimeout) {
      guard context.channel.unsentBytes < before else { return context.close(promise: nil) }
      self.enforceWriteTimeout(context)
    }
  }
}

extension Channel {
  /// Bytes that are written and not yet sent to the network.
  fileprivate var unsentBytes: Int {
    (try? syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
