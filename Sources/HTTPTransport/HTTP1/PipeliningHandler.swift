import NIOCore
import NIOHTTP1

/// Forwards the requests of a connection one at a time (RFC 9112, 9.3.2). Pipelined requests wait here
/// for the response before them; meanwhile the socket is not read.
///
/// After a request or a response with `Connection: close`, all further bytes are discarded (9.6).
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

  /// Nothing is forwarded before the current response is complete.
  private var isBusy: Bool { isResponding && !isReading || !waiting.isEmpty }
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
      if !head.isKeepAlive { isLast = true }
    case .body: break
    case .end: isReading = false
    }
    context.fireChannelRead(wrapInboundOut(part))
  }

  /// A parsing error after a request is reported after the response to it.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
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
    context.fireChannelInactive()
  }

  // MARK: Out

  func read(context: ChannelHandlerContext) {
    if waiting.isEmpty { context.read() } else { isReadWaiting = true }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if case .head(let head) = part, !head.isKeepAlive { isLast = true }
    context.write(data, promise: promise)
    guard case .end = part else { return }
    isResponding = false
    deliver(context)
  }

  /// Forwards the next request, as far as it has arrived.
  private func deliver(_ context: ChannelHandlerContext) {
    guard !waiting.isEmpty else { return }
    if isOver { dropRequests() }
    while let event = waiting.first, !(isResponding && !isReading) {
      waiting.removeFirst()
      switch event {
      case .part(let part): forward(part, context)
      case .error(let error): context.fireErrorCaught(error)
      case .inputClosed: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      }
      if isOver { dropRequests() }
    }
    context.fireChannelReadComplete()
    if waiting.isEmpty, isReadWaiting {
      isReadWaiting = false
      context.read()
    }
  }

  private func dropRequests() {
    waiting.removeAll { if case .inputClosed = $0 { false } else { true } }
  }
}

@available(*, unavailable)
extension PipeliningHandler: Sendable {}
