import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers a plain request of HTTP/2 as `FastPathHandler` does one of HTTP/1.1: by the same function,
/// which gets the bytes that HTTP/1.1 would have brought. What it cannot answer installs the framework
/// on the stream. Behind the `StreamGuard`, which limits requests and responses on both ways.
final class StreamFastPath: ChannelInboundHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundOut = HTTPResponsePart

  private let respond: PlainResponder
  private let framework: RequestHandler
  private var state = State.waiting

  private enum State {
    case waiting
    /// The request so far. `isAwaited` if it is answered once it is whole.
    case held(HTTPRequest, body: ByteBuffer, isAwaited: Bool)
    case answered
    case installed
  }

  init(respond: @escaping PlainResponder, framework: RequestHandler) {
    self.respond = respond
    self.framework = framework
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (state, unwrapInboundIn(data)) {
    case (.waiting, .head(let head)):
      state = .held(head, body: ByteBuffer(), isAwaited: false)
    case (.held(let head, var body, let isAwaited), .body(let part)):
      body.writeImmutableBuffer(part)
      state = .held(head, body: body, isAwaited: isAwaited)
      if body.readableBytes > BodyBudget.freeBytes { install(context) }
    case (.held(let head, let body, _), .end(nil)):
      answer(head, body, isWhole: true, context)
      if case .installed = state { context.fireChannelRead(data) }
    case (.answered, _): break
    case (.waiting, _), (.held, _):
      install(context)
      context.fireChannelRead(data)
    case (.installed, _): context.fireChannelRead(data)
    }
  }

  /// Asks about a request that is not whole, as soon as nothing more of it is here.
  func channelReadComplete(context: ChannelHandlerContext) {
    if case .held(let head, let body, isAwaited: false) = state {
      answer(head, body, isWhole: false, context)
    }
    if case .installed = state { context.fireChannelReadComplete() }
  }

  private func answer(
    _ head: HTTPRequest, _ body: ByteBuffer, isWhole: Bool, _ context: ChannelHandlerContext
  ) {
    guard let request = PlainRequest(head, body, isWhole: isWhole) else { return install(context) }
    switch respond(request, ClientAddress(context.channel)) {
    case .response(let response):
      guard let (head, content) = response.parts else { return install(context) }
      state = .answered
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      if content.readableBytes > 0 {
        context.write(wrapOutboundOut(.body(content)), promise: nil)
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    case .wholeBody where !isWhole: state = .held(head, body: body, isAwaited: true)
    case .wholeBody, .framework: install(context)
    }
  }

  /// The framework gets the request from its beginning.
  private func install(_ context: ChannelHandlerContext) {
    let state = state
    self.state = .installed
    do {
      try context.pipeline.syncOperations.addHandler(framework, position: .after(self))
    } catch {
      return context.close(promise: nil)
    }
    guard case .held(let head, let body, _) = state else { return }
    context.fireChannelRead(wrapInboundOut(.head(head)))
    if body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(body))) }
  }

  /// An incomplete request that the framework has not seen is none.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case .installed = state { return context.fireErrorCaught(error) }
    state = .answered
  }
}

@available(*, unavailable)
extension StreamFastPath: Sendable {}
