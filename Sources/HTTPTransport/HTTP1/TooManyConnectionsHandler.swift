import HTTPTypes
import NIOCore

/// Tells a connection that there is no room for it, and ends it. What it sends is not read.
final class FullHouse: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let refusals: Refusals
  private var timer: Scheduled<Void>?

  init(_ refusals: Refusals) { self.refusals = refusals }

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(refusals.http1(.tooManyConnections)), promise: nil)
    context.close(mode: .output, promise: nil)
    // A moment to read it: a close over unread bytes would take the answer back.
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
    if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
  }
}

@available(*, unavailable)
extension FullHouse: Sendable {}
