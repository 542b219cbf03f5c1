import HTTPTypes
import NIOCore

/// Answers a connection that found no free slot with a refusal, and closes it. Its bytes are not
/// read.
final class TooManyConnectionsHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let refusals: Refusals
  private var timer: Scheduled<Void>?

  init(_ refusals: Refusals) { self.refusals = refusals }

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(refusals.http1(.tooManyConnections)), promise: nil)
    context.close(mode: .output, promise: nil)
    // Closing over unread bytes resets the connection before the client has read the response.
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
extension TooManyConnectionsHandler: Sendable {}
