import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake is not finished in time, or when the server shuts down.
/// Removes itself after the handshake; other handlers have the timeouts from then on.
final class HandshakeTimeoutHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let timeout: TimeAmount
  private var timer: Scheduled<Void>?

  init(_ timeout: TimeAmount) { self.timeout = timeout }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
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
extension HandshakeTimeoutHandler: Sendable {}
