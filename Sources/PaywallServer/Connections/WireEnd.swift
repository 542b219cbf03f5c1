import NIOCore

/// Stands at the socket, before the HTTP decoder: says when bytes come, and writes finished ones.
final class WireEnd: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  var bytesCame: () -> Void = {}
  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    bytesCame = {}
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytesCame()
    context.fireChannelRead(data)
  }

  func write(_ bytes: ByteBuffer) { context?.write(wrapOutboundOut(bytes), promise: nil) }

  func flush() { context?.flush() }
}

@available(*, unavailable)
extension WireEnd: Sendable {}
