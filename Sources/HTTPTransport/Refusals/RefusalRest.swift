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
  /// What the one read brought that had begun before the rest: the channel reads ahead of answers.
  private var early: [NIOAny] = []

  init(_ pause: RefusalPause?) { self.pause = pause }

  func handlerRemoved(context: ChannelHandlerContext) { rest?.cancel() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is RequestRefused else {
      // Nothing more comes after an event such as the end of the input, so the rest is over.
      if rest != nil { end(context) }
      return context.fireUserInboundEventTriggered(event)
    }
    // Requests that came together are refused together, and count as one.
    guard rest == nil, let time = pause?.pause(after: 429, at: context.eventLoop.now) else {
      return
    }
    rest = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.end(context) }
  }

  private func end(_ context: ChannelHandlerContext) {
    rest?.cancel()
    rest = nil
    let frames = early
    early = []
    for frame in frames { context.fireChannelRead(frame) }
    if !frames.isEmpty { context.fireChannelReadComplete() }
    guard isReadWaiting else { return }
    isReadWaiting = false
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if rest == nil { context.fireChannelRead(data) } else { early.append(data) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if rest == nil { context.fireChannelReadComplete() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if rest != nil { end(context) }
    context.fireChannelInactive()
  }

  func read(context: ChannelHandlerContext) {
    if rest == nil { context.read() } else { isReadWaiting = true }
  }
}

@available(*, unavailable)
extension RefusalRest: Sendable {}
