import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Answers a connection that found no free slot with a refusal, and closes it. Its bytes are not
/// read.
final class TooManyConnectionsHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = HTTPServerResponsePart

  private let refusals: any RefusalResponder
  private var timer: Scheduled<Void>?

  init(_ refusals: any RefusalResponder) { self.refusals = refusals }

  func channelActive(context: ChannelHandlerContext) {
    let (head, body) = refusals.response(to: .tooManyConnections, of: nil, after: .zero)
    context.write(wrapOutboundOut(.head(HTTPResponseHead(head))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
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
