import HTTPTypes
import NIOCore

/// Tells a connection that there is no room for it, and ends it. What it sends is not read.
final class FullHouse: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var timer: Scheduled<Void>?

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(Self.answer()), promise: nil)
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

  private static func answer() -> ByteBuffer {
    let problem = Problem(
      .tooManyConnections, "All connections of this server are busy; try again in a second.",
      headers: [.retryAfter: "1"])
    let body = problem.json
    let head = problem.head(bodyCount: body.count)
    var buffer = ByteBuffer(string: "HTTP/1.1 \(head.status)\r\n")
    for field in head.headerFields { buffer.writeString("\(field.name): \(field.value)\r\n") }
    buffer.writeString("\r\n")
    buffer.writeBytes(body)
    return buffer
  }
}

@available(*, unavailable)
extension FullHouse: Sendable {}
