import HTTPTypes
import NIOCore
import NIOHTTP1

/// Forwards the requests of a connection one at a time (RFC 9112, 9.3.2). Pipelined requests wait here
/// for the response before them, and for a client that does not read its responses; meanwhile the
/// socket is not read.
///
/// A request with an ambiguous target is refused, and all further bytes are discarded. They are also
/// after a request or a response with `Connection: close` (9.6), and after a request for another
/// protocol: the upgrade is ignored (RFC 9110, 7.8), but the decoder reads nothing after it.
///
/// After a response that refuses, the next request waits as well (`RefusalPause`).
final class PipeliningHandler: ChannelDuplexHandler {
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
  private var pause: RefusalPause?
  private var pauseAfterResponse: TimeAmount?
  /// The end of a rest.
  private var rest: Scheduled<Void>?
  /// The store that holds the first refusal; `nil` afterwards.
  private var heldRefusals: HeldRefusals?
  private var held: HeldResponse?

  init(_ pause: RefusalPause?, _ heldRefusals: HeldRefusals) {
    self.pause = pause
    self.heldRefusals = heldRefusals
  }

  /// No request begins before the current response is complete, the rest after it is over, and the
  /// client has received most of what was written to it.
  private func mustWait(_ context: ChannelHandlerContext) -> Bool {
    rest != nil || !isReading && (isResponding || !context.channel.isWritable)
  }

  /// A request that came whole, or a part of one, waits here.
  var isHolding: Bool { !waiting.isEmpty }

  /// All further bytes are discarded.
  var isOver: Bool { isLast && !isReading }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    guard !isOver else { return }
    if !waiting.isEmpty || mustWait(context) {
      waiting.append(.part(part))
    } else {
      forward(part, context)
    }
  }

  private func forward(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head(let head):
      let host = head.headers.first(name: "Host")
      guard head.method == .CONNECT || RequestTarget.isUnambiguous(head.uri, host: host) else {
        isLast = true
        return context.fireErrorCaught(RequestTarget.Ambiguous())
      }
      isReading = true
      isResponding = true
      isUpgrade = head.method == .CONNECT || head.headers.contains(name: "Upgrade")
      if !head.isKeepAlive || isUpgrade { isLast = true }
      if head.version != .http1_1 {
        return context.fireChannelRead(wrapInboundOut(.head(head.withVersion)))
      }
    case .body: break
    case .end: isReading = false
    }
    context.fireChannelRead(wrapInboundOut(part))
  }

  /// A parsing error after a request is reported after the response to it.
  /// Bytes that follow it are dropped, so that they end no response before that one.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case ByteToMessageDecoderError.dataReceivedInErrorState = error { return }
    guard error is HTTPParserError else { return context.fireErrorCaught(error) }
    guard !isOver else { return }
    if !waiting.isEmpty || mustWait(context) {
      waiting.append(.error(error))
    } else {
      context.fireErrorCaught(error)
    }
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
    drop()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    rest?.cancel()
    drop()
  }

  private func drop() {
    guard let held else { return }
    self.held = nil
    held.timer.cancel()
    for (_, promise) in held.parts { promise?.fail(ChannelError.ioOnClosedChannel) }
    held.close?.promise?.fail(ChannelError.alreadyClosed)
  }

  // MARK: Out

  func read(context: ChannelHandlerContext) {
    if waiting.isEmpty, rest == nil, context.channel.isWritable {
      context.read()
    } else {
      isReadWaiting = true
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    context.fireChannelWritabilityChanged()
    guard context.channel.isWritable else { return }
    deliver(context)
    readAgain(context)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    guard held == nil else { return held?.parts.append((part, promise)) ?? () }
    if case .head(let head) = part {
      if !head.isKeepAlive { isLast = true }
      pauseAfterResponse = pause?.pause(after: Int(head.status.code), at: context.eventLoop.now)
      if let pauseAfterResponse, let place = heldRefusals?.take(pauseAfterResponse) {
        return hold(part, promise, place, context)
      }
    }
    send(part, promise, context)
  }

  private func send(
    _ part: HTTPServerResponsePart, _ promise: EventLoopPromise<Void>?,
    _ context: ChannelHandlerContext
  ) {
    if isUpgrade, case .head(var head) = part {
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
    context.write(wrapOutboundOut(part), promise: promise)
    guard case .end = part else { return }
    isResponding = false
    // After the last response bytes are still read, so that they do not reset the connection under it.
    if let pauseAfterResponse, !isLast {
      rest(for: pauseAfterResponse, context)
    } else {
      deliver(context)
    }
  }

  /// Holding a response takes the place of the rest after it.
  private func hold(
    _ head: HTTPServerResponsePart, _ promise: EventLoopPromise<Void>?,
    _ place: HeldRefusals.Place, _ context: ChannelHandlerContext
  ) {
    heldRefusals = nil
    pauseAfterResponse = nil
    let timer = context.eventLoop.assumeIsolated().scheduleTask(in: place.time) {
      self.release(context)
    }
    held = HeldResponse(timer, place)
    held?.parts.append((head, promise))
  }

  private func release(_ context: ChannelHandlerContext) {
    guard let held else { return }
    self.held = nil
    for (part, promise) in held.parts { send(part, promise, context) }
    context.flush()
    if let (mode, promise) = held.close { context.close(mode: mode, promise: promise) }
  }

  /// A connection does not end before the response that is held.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard held != nil, mode != .input else { return context.close(mode: mode, promise: promise) }
    guard let earlier = held?.close else {
      held?.close = (mode, promise)
      return
    }
    context.channel.closeFuture.cascade(to: promise)
    held?.close = (earlier.mode == .all ? .all : mode, earlier.promise)
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
    guard waiting.isEmpty, rest == nil, isReadWaiting, context.channel.isWritable else { return }
    isReadWaiting = false
    context.read()
  }

  /// Forwards the next request, as far as it has arrived.
  private func deliver(_ context: ChannelHandlerContext) {
    guard !waiting.isEmpty else { return }
    if isOver { dropRequests() }
    while let event = waiting.first, !mustWait(context) {
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

extension HTTPRequestHead {
  /// Has the version as a header: the types after this handler carry none.
  fileprivate var withVersion: HTTPRequestHead {
    var head = self
    head.headers.replaceOrAdd(
      name: HTTPField.Name.httpVersion.rawName, value: "\(version.major).\(version.minor)")
    return head
  }
}

@available(*, unavailable)
extension PipeliningHandler: Sendable {}
