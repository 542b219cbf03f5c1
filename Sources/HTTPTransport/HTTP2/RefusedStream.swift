import NIOCore
import NIOHTTP2

/// Refuses a stream for which there is no place, before anything is made for it. The client may send
/// its request again (RFC 9113, 8.7); the connection rests, as after any refusal.
final class RefusedStream: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  func channelActive(context: ChannelHandlerContext) {
    context.channel.parent?.pipeline.fireUserInboundEventTriggered(RequestRefused())
    context.writeAndFlush(wrapOutboundOut(.rstStream(.refusedStream)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}

@available(*, unavailable)
extension RefusedStream: Sendable {}
