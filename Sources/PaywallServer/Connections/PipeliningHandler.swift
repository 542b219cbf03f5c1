import NIOCore
import NIOHTTP1

/// Lets one request of a connection go on at a time (RFC 9112, 9.3.2). What was pipelined behind it
/// waits here for the answer, and meanwhile no more is read from the socket.
///
/// Behind a request or an answer that says `Connection: close` there is no other request (9.6),
/// whatever came in the same packet. Nor is there one behind a request for another protocol: the
/// upgrade is ignored (RFC 9110, 7.8), but the decoder reads nothing after it.
///
/// After an answer that refuses, the next request waits as well (`RefusalPause`).
final class PipeliningHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Event {
    case part(HTTPServerRequestPart)
    case error(any Error)
    /// The client sends no more.
    case inputClosed
  }

  private var waiting = CircularBuffer<Event>(initialCapacity: 1)
  /// A head went on, its end did not.
  private var isReading = false
  /// A head went on, and its answer has not ended.
  private var isAnswering = false
  /// No request follows the one that went on last.
  private(set) var isLast = false
  private var isReadWaiting = false
  /// The request that went on asked for another protocol.
  private var isUpgrade = false
  /// `nil` for a connection that never rests.
  var pause: RefusalPause?
  private var pauseAfterAnswer: TimeAmount?
  /// The end of a rest.
  private var rest: Scheduled<Void>?

  /// Nothing goes on before the answer to what went on, and the rest after it.
  private var isBusy: Bool { isAnswering && !isReading || !waiting.isEmpty || rest != nil }
  private var isOver: Bool { isLast && !isReading }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    guard !isOver else { return }
    if isBusy { waiting.append(.part(part)) } else { pass(part, context) }
  }

  private func pass(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head(let head):
      isReading = true
      isAnswering = true
      isUpgrade = head.method == .CONNECT || head.headers.contains(name: "Upgrade")
      if !head.isKeepAlive || isUpgrade { isLast = true }
    case .body: break
    case .end: isReading = false
    }
    context.fireChannelRead(wrapInboundOut(part))
  }

  /// What is wrong with the text behind a request is told after its answer.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError || error is RequestTarget.Unclear else {
      return context.fireErrorCaught(error)
    }
    guard !isOver else { return }
    if isBusy { waiting.append(.error(error)) } else { context.fireErrorCaught(error) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event, !waiting.isEmpty {
      waiting.append(.inputClosed)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    waiting.removeAll()
    rest?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { rest?.cancel() }

  // MARK: Out

  func read(context: ChannelHandlerContext) {
    if waiting.isEmpty, rest == nil { context.read() } else { isReadWaiting = true }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if case .head(var head) = part {
      if !head.isKeepAlive { isLast = true }
      pauseAfterAnswer = pause?.pause(after: Int(head.status.code), at: context.eventLoop.now)
      if isUpgrade {
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return context.write(wrapOutboundOut(.head(head)), promise: promise)
      }
    }
    context.write(data, promise: promise)
    guard case .end = part else { return }
    isAnswering = false
    // Behind the last answer bytes are read on, so that they do not reset the connection under it.
    if let pauseAfterAnswer, !isLast {
      rest(for: pauseAfterAnswer, context)
    } else {
      deliver(context)
    }
  }

  /// The answer leaves at once; what comes behind it is not read for a while.
  private func rest(for time: TimeAmount, _ context: ChannelHandlerContext) {
    rest = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      self.rest = nil
      self.deliver(context)
      self.readAgain(context)
    }
  }

  private func readAgain(_ context: ChannelHandlerContext) {
    guard waiting.isEmpty, rest == nil, isReadWaiting else { return }
    isReadWaiting = false
    context.read()
  }

  /// Lets the next request go on, as far as it came.
  private func deliver(_ context: ChannelHandlerContext) {
    guard !waiting.isEmpty else { return }
    if isOver { dropRequests() }
    while let event = waiting.first, !(isAnswering && !isReading), rest == nil {
      waiting.removeFirst()
      switch event {
      case .part(let part): pass(part, context)
      case .error(let error): context.fireErrorCaught(error)
      case .inputClosed: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      }
      if isOver { dropRequests() }
    }
    context.fireChannelReadComplete()
    readAgain(context)
  }

  private func dropRequests() {
    waiting.removeAll { if case .inputClosed = $0 { false } else { true } }
  }
}

@available(*, unavailable)
extension PipeliningHandler: Sendable {}
