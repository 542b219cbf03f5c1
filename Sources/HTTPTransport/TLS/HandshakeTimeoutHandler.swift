import NIOCore
import NIOTLS

/// Ends a connection that has not finished its TLS handshake in time, or when the server ends.
/// Behind the handshake others keep the time, and this is gone.
final class HandshakeLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let limit: TimeAmount
  private var timer: Scheduled<Void>?

  init(_ limit: TimeAmount) { self.limit = limit }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case TLSUserEvent.handshakeCompleted:
      context.fireUserInboundEventTriggered(event)
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    case is ChannelShouldQuiesceEvent:
      context.close(promise: nil)
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }
}

@available(*, unavailable)
extension HandshakeLimit: Sendable {}
