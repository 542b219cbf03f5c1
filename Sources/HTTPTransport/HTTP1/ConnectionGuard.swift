import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Enforces the limits of an HTTP/1.1 connection, and answers what never becomes a request: bytes that
/// are not HTTP, headers that are too large, a request or a response that takes too long.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  let limits: ConnectionLimits
  let refusals: Refusals
  /// Requests with a head and without a complete response, oldest first.
  var unanswered = CircularBuffer<RefusedRequest>(initialCapacity: 1)
  /// A request's head arrived, its end did not.
  var isReading = false
  /// A response's head was written, its end was not.
  var isWriting = false
  /// Long responses that are written and not completely sent.
  var unsentResponses = 0
  let writeProgress = WriteProgress()
  /// The routes got a request's head and not yet its end.
  private var isForwarding = false
  /// True while the client waits for a response before it sends the body.
  var expectsContinue = false
  var body: IncomingBody
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
  /// For what is due on many connections at a time.
  let turns: LoopTurns
  private(set) var closesAfterResponse = false
  /// Nothing more is read or answered.
  var isClosing = false
  /// All responses are sent, and the connection is closing.
  var isAllSent = false
  /// Sent once the responses before it are written.
  var refusal: Refusal?
  var receivingSince: NIODeadline?
  var respondingSince: NIODeadline?
  var idleSince = NIODeadline.distantPast
  var timer: Scheduled<Void>?

  init(
    limits: ConnectionLimits, refusals: Refusals, bodies: BodyRules,
    _ reservation: BodyReservation, _ pipelining: PipeliningHandler, turns: LoopTurns
  ) {
    self.limits = limits
    self.refusals = refusals
    self.turns = turns
    self.pipelining = pipelining
    body = IncomingBody(bodies, reservation)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    idleSince = context.eventLoop.now
    self.context = context
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    body.reservation.whenDropped { [eventLoop = context.eventLoop] in
      eventLoop.execute { bound.value.0.bodyDropped(bound.value.1) }
    }
    schedule(context)
  }

  /// The decoder has so much of a head that it is counted.
  private var isHoldingHead: Bool {
    unanswered.isEmpty && receivingSince != nil && undecoded > BodyBudget.freeBytes
  }

  /// Another body needs the room of this one, which has stalled.
  private func bodyDropped(_ context: ChannelHandlerContext) {
    if isReading || isHoldingHead { refuse(.bodyStalled, context) }
  }

  /// The context holds its handler, and what is stored here holds the context.
  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    self.context = nil
    body.reservation.whenDropped(nil)
    // Work that waits for its turn then finds nothing to do.
    isClosing = true
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    if isForwarding, !isClosing, !unanswered.isEmpty { refusals.count(.incompleteRequest) }
    abortRequest(context)
    context.fireChannelInactive()
  }

  // MARK: In

  /// The decoder is about to get bytes.
  ///
  /// - Returns: true if the bytes are read. The decoder would keep all bytes that come after a
  ///   request for another protocol.
  func bytesArrived(_ count: Int) -> Bool {
    guard let context, !isClosing, !pipelining.isOver else { return false }
    let isIdle = receivingSince == nil && unanswered.isEmpty
    undecoded = isIdle ? count : undecoded + count
    isDecoding = true
    // Bytes after a complete request are parsed once that request is answered, and read.
    let isResponding = !isReading && (!unanswered.isEmpty || !context.channel.isWritable)
    if receivingSince == nil, !isResponding {
      receivingSince = context.eventLoop.now
      schedule(context)
    }
    return true
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing, refusal == nil else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      begin(head, context)
      if let refusal = Self.hostRefusal(head) ?? Self.codingRefusal(head)
        ?? Refusal(head: head) ?? body.begin(head, context.channel)
      {
        return refuse(refusal, context)
      }
      isForwarding = true
      expectsContinue = Expectation(head) == .continue
    case .body(let buffer):
      expectsContinue = false
      undecoded = max(0, undecoded - buffer.readableBytes)
      if let refusal = body.receive(buffer, context.channel) { return refuse(refusal, context) }
      return
    case .end:
      forwardBody(context)
      expectsContinue = false
      isReading = false
      isForwarding = false
      receivingSince = nil
      if isChunked, undecoded <= BodyBudget.freeBytes { undecoded = 0 }
      if !unanswered.isEmpty {
        respondingSince = context.eventLoop.now
        schedule(context)
      }
    }
    context.fireChannelRead(data)
  }

  /// Forwards the bytes of a body that one read brought as one piece, however they are chunked. The
  /// body of a request that is already answered is discarded.
  func channelReadComplete(context: ChannelHandlerContext) {
    isDecoding = false
    forwardBody(context)
    timeNextRequest(context)
    countHead(context)
    context.fireChannelReadComplete()
    sendContinue(context)
  }

  /// The beginning of the next request came with the one before, or meanwhile. One that came whole
  /// waits for as long as its client takes.
  private func timeNextRequest(_ context: ChannelHandlerContext) {
    guard undecoded > Self.nextRequest, unanswered.isEmpty, receivingSince == nil, !isClosing,
      !pipelining.isHolding
    else { return }
    receivingSince = context.eventLoop.now
    schedule(context)
    countHead(context)
  }

  /// The decoder keeps what came of a head, as long as it is not complete.
  private func countHead(_ context: ChannelHandlerContext) {
    guard !isReading, isHoldingHead, !isClosing,
      let refusal = body.receive(headOf: undecoded, context.channel)
    else { return }
    refuse(refusal, context)
  }

  private func forwardBody(_ context: ChannelHandlerContext) {
    guard let buffer = body.next(), isForwarding, !isClosing else { return }
    if unanswered.isEmpty {
      body.release()
    } else {
      context.fireChannelRead(wrapInboundOut(.body(buffer)))
    }
  }

  /// Ends the body with an error, so that no route takes an incomplete request for a complete one
  /// (RFC 9112, 8).
  func abortRequest(_ context: ChannelHandlerContext) {
    guard isForwarding else { return }
    isForwarding = false
    context.fireErrorCaught(IncompleteRequest())
  }

  private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
    if isHoldingHead { body.release() }
    undecoded = max(0, undecoded - head.bytesOfHTTP1)
    isChunked = head.headerFields[.transferEncoding] != nil
    unanswered.append(RefusedRequest(head))
    isReading = true
    if pipelining.isLast { closesAfterResponse = true }
    if receivingSince == nil {
      receivingSince = context.eventLoop.now
      schedule(context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
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

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      // The channel would close before everything is sent.
      if unanswered.isEmpty { finish(context, .all) } else { closesAfterResponse = true }
    case ChannelEvent.inputClosed where isAllSent:
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
      expectsContinue = false
      writeProgress.begin(at: context.eventLoop.now)
      if head.headerFields[.connection] == "close" { closesAfterResponse = true }
      context.write(data, promise: promise)
    case .body: writeProgress.write(unwrapOutboundIn(data), context, promise)
    case .end:
      isWriting = false
      unanswered.removeFirst()
      body.release()
      respondingSince = unanswered.count > (isReading ? 1 : 0) ? context.eventLoop.now : nil
      idleSince = context.eventLoop.now
      context.write(data, promise: writeProgress.isLong ? trackSending(context, promise) : promise)
      if let refusal {
        refuse(refusal, context)
      } else if closesAfterResponse, unanswered.isEmpty {
        finish(context, .output)
      } else if unanswered.isEmpty {
        if !isDecoding { timeNextRequest(context) }
        schedule(context)
      }
    }
  }

  /// The server closes the connection. At the end of a shutdown's grace period it closes the input
  /// only, and the connection closes without waiting.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if case .input = mode { return context.close(promise: promise) }
    // Already closing, once the client could read the response.
    if isClosing { return context.channel.closeFuture.cascade(to: promise) }
    finish(context, mode, promise)
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
