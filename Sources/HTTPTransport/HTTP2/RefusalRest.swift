import NIOCore

/// Tells the connection of a stream of HTTP/2 that its request was refused.
struct RequestRefused: Sendable {}

/// Lets a connection of HTTP/2 rest after a refusal, as `PipeliningHandler` does one of HTTP/1.1:
/// frames are not read for a while. Answers leave, and requests that came are answered.
final class RefusalRest: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny
  typealias OutboundOut = NIOAny

  private var pause: RefusalPause?
  private var rest: Scheduled<Void>?
  private var isReadWaiting = false

  init(_ pause: RefusalPause?) { self.pause = pause }

  func handlerRemoved(context: ChannelHandlerContext) { rest?.cancel() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is RequestRefused else { return context.fireUserInboundEventTriggered(event) }
    // Requests that came together are refused together, and count as one.
    guard rest == nil, let time = pause?.pause(after: 429, at: context.eventLoop.now) else {
      return
    }
    rest = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      self.rest = nil
      guard self.isReadWaiting else { return }
      self.isReadWaiting = false
      context.read()
    }
  }

  func read(context: ChannelHandlerContext) {
    if rest == nil { context.read() } else { isReadWaiting = true }
  }
}

@available(*, unavailable)
extension RefusalRest: Sendable {}
