import NIOCore

/// Tells the connection of a stream of HTTP/2 that its request was refused.
struct RequestRefused: Sendable {}

/// Lets a connection of HTTP/2 rest after a refusal, as `PipeliningHandler` does one of HTTP/1.1: nothing
/// is read for a while. Responses leave, and requests that came are answered. Stands before the handler
/// of HTTP/2.
final class RefusalRest: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny
  typealias OutboundOut = NIOAny

  private var pause: RefusalPause?
  private var rest: Scheduled<Void>?
  private var isReadWaiting = false
  /// The current read brought bytes before the rest began; their responses leave at its end.
  private var isReading = false
  /// What the one read brought that had begun before the rest: the channel reads ahead of answers.
  private var early: CircularBuffer<NIOAny> = []
  /// The input has ended: what is left is answered without a rest.
  private var isOver = false

  init(_ pause: RefusalPause?) { self.pause = pause }

  func handlerRemoved(context: ChannelHandlerContext) { rest?.cancel() }

  /// Begins a rest. Refusals during it count as one with the first.
  private func begin(_ context: ChannelHandlerContext) {
    guard rest == nil, !isOver, let time = pause?.pause(after: 429, at: context.eventLoop.now)
    else { return }
    rest = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.end(context) }
  }

  private func end(_ context: ChannelHandlerContext) {
    rest?.cancel()
    rest = nil
    let isComplete = early.isEmpty
    while rest == nil, let data = early.popFirst() { context.fireChannelRead(data) }
    if !isComplete { context.fireChannelReadComplete() }
    guard isReadWaiting, rest == nil else { return }
    isReadWaiting = false
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard !(event is RequestRefused) else { return begin(context) }
    // Nothing more comes after an event such as the end of the input, so the rest is over.
    if rest != nil {
      isOver = true
      end(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard rest == nil else { return early.append(data) }
    isReading = true
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard isReading || rest == nil else { return }
    isReading = false
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    if rest != nil { end(context) }
    context.fireChannelInactive()
  }

  func read(context: ChannelHandlerContext) {
    if rest == nil { context.read() } else { isReadWaiting = true }
  }
}

@available(*, unavailable)
extension RefusalRest: Sendable {}
