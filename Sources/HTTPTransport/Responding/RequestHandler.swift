import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Lets the routes answer the requests of one connection, or of one stream of HTTP/2, each with its whole
/// response at once. One that has to wait runs as a task of its own, which begins before `channelRead`
/// returns. A short request is whole when a route gets it, in however many reads it comes.
///
/// One request at a time: `PipeliningHandler` keeps the next one until the response is written.
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundOut = HTTPResponsePart

  private let respond: RouteResponder
  private let source: RequestSource
  private let work: ConnectionWork
  /// Released by the guards with each response, and here when there is no connection for one.
  private let reservation: BodyReservation
  private var state = State.waiting
  private var isResponding = false
  /// No further request comes: the connection ends after the response.
  private var isEnding = false

  private enum State {
    /// For a request, or for the rest of one that is answered.
    case waiting
    /// No route knows of the request yet: the rest of it may be here already.
    case held(HTTPRequest, body: ByteBuffer)
    /// A route may read the body while it arrives. It is never more than the guards let pass.
    case arriving(AsyncThrowingStream<ByteBuffer, any Error>.Continuation)
  }

  init(
    respond: @escaping RouteResponder, source: RequestSource, work: ConnectionWork,
    reservation: BodyReservation
  ) {
    self.respond = respond
    self.source = source
    self.work = work
    self.reservation = reservation
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), _):
      assert(!isResponding, "the request before must be answered")
      state = .held(head, body: ByteBuffer())
    case (.body(let part), .held(let head, var body)):
      state = .waiting
      body.writeImmutableBuffer(part)
      state = .held(head, body: body)
    case (.body(let part), .arriving(let body)): body.yield(part)
    case (.end, .held(let head, let body)):
      state = .waiting
      begin(Request(head: head, body: .whole(body)), context)
    case (.end, .arriving(let body)):
      state = .waiting
      body.finish()
    case (.body, .waiting), (.end, .waiting): break
    }
  }

  /// Asks about a long request that is not whole, as soon as nothing more of it is here: a route may
  /// refuse it before its body is sent.
  func channelReadComplete(context: ChannelHandlerContext) {
    guard case .held(let head, let part) = state, !isShort(head, part) else { return }
    let (body, arriving) = AsyncThrowingStream.makeStream(
      of: ByteBuffer.self, throwing: (any Error).self)
    if part.readableBytes > 0 { arriving.yield(part) }
    state = .arriving(arriving)
    begin(Request(head: head, body: .arriving(body)), context)
  }

  /// Whether the rest of the body is waited for: no more is announced or here than is free of charge
  /// in the budget of bodies, and the client waits for no word before it sends it.
  private func isShort(_ head: HTTPRequest, _ part: ByteBuffer) -> Bool {
    let announced = head.headerFields[.contentLength].map { Int($0) ?? .max } ?? 0
    return max(announced, part.readableBytes) <= BodyBudget.freeBytes
      && head.headerFields[.expect] == nil
  }

  private func begin(_ request: Request, _ context: ChannelHandlerContext) {
    isResponding = true
    switch respond(request, source) {
    case .now(let response): write(response, context)
    case .later(let route):
      let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      work.begin(route) { response in
        let (handler, context) = handler.value
        handler.write(response, context)
        if !context.channel.isActive { handler.reservation.release() }
      }
    }
  }

  private func write(_ response: Response, _ context: ChannelHandlerContext) {
    // The last write may bring the next request.
    isResponding = false
    if case .arriving = state { state = .waiting }
    context.write(wrapOutboundOut(.head(response.head)), promise: nil)
    if response.body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(response.body)), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if isEnding { end(context) }
  }

  /// Closes the output after the last response.
  private func end(_ context: ChannelHandlerContext) {
    isEnding = true
    guard !isResponding else { return }
    context.close(mode: .output, promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { end(context) }
  }

  /// The rest of a request will not come, or the connection is of no use any more.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(error)
    // The guards answer this one.
    if !(error is IncompleteRequest) { end(context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(IncompleteRequest())
    if !isResponding { reservation.release() }
  }

  private func fail(_ error: any Error) {
    if case .arriving(let body) = state { body.finish(throwing: error) }
    state = .waiting
  }
}

@available(*, unavailable)
extension RequestHandler: Sendable {}
