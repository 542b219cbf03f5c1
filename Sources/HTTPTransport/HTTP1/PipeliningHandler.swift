import NIOCore
import NIOHTTP1

/// Forwards the requests of a connection one at a time (RFC 9112, 9.3.2). Pipelined requests wait here
/// for the response before them; meanwhile the socket is not read.
///
/// After a request or a response with `Connection: close`, all further bytes are discarded (9.6), and
/// after a request for another protocol too: the upgrade is ignored (RFC 9110, 7.8), but the decoder
/// reads nothing after it.
///
/// After a response that refuses, the next request waits as well (`RefusalPause`).
final class PipeliningHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Event {
    case part(HTTPServerRequestPart)
    case error(any Error)
    /// The client has closed its half of the connection.
    case inputClosed
  }

  private var waiting = CircularBuffer<Event>(initialCapacity: 1)
  /// A request's head was forwarded, its end was not.
  private var isReading = false
  /// A request's head was forwarded, and its response is not complete.
  private var isResponding = false
  /// The request that was forwarded last is the last of the connection.
  private(set) var isLast = false
  private var isReadWaiting = false
  /// The request that was forwarded last asks for another protocol.
  private var isUpgrade = false
  /// `nil` for a connection that never rests.
  var pause: RefusalPause?
  private var pauseAfterResponse: TimeAmount?
  /// The end of a rest.
  private var rest: Scheduled<Void>?

  /// Nothing is forwarded before the current response is complete and the rest after it is over.
  private var isBusy: Bool { isResponding && !isReading || !waiting.isEmpty || rest != nil }
  /// All further bytes are discarded.
  private var isOver: Bool { isLast && !isReading }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    guard !isOver else { return }
    if isBusy { waiting.append(.part(part)) } else { forward(part, context) }
  }

  private func forward(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head(let head):
      isReading = true
      isResponding = true
      isUpgrade = head.method == .CONNECT || head.headers.contains(name: "Upgrade")
      if !head.isKeepAlive || isUpgrade { isLast = true }
    case .body: break
    case .end: isReading = false
    }
    context.fireChannelRead(wrapInboundOut(part))
  }

  /// A parsing error after a request is reported after the response to it.
  /// Bytes that follow it are dropped, so that they end no response before that one.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case ByteToMessageDecoderError.dataReceivedInErrorState = error { return }
    guard error is HTTPParserError || error is RequestTarget.Ambiguous else {
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
      pauseAfterResponse = pause?.pause(after: Int(head.status.code), at: context.eventLoop.now)
      if isUpgrade {
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return context.write(wrapOutboundOut(.head(head)), promise: promise)
      }
    }
    context.write(data, promise: promise)
    guard case .end = part else { return }
    isResponding = false
    // After the last response bytes are still read, so that they do not reset the connection under it.
    if let pauseAfterResponse, !isLast {
      rest(for: pauseAfterResponse, context)
    } else {
      deliver(context)
    }
  }

  /// The response is sent at once; the bytes after it are not read for a while.
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

  /// Forwards the next request, as far as it has arrived.
  private func deliver(_ context: ChannelHandlerContext) {
    guard !waiting.isEmpty else { return }
    if isOver { dropRequests() }
    while let event = waiting.first, !(isResponding && !isReading), rest == nil {
      waiting.removeFirst()
      switch event {
      case .part(let part): forward(part, context)
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
