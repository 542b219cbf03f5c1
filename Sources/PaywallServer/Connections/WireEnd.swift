import HTTPTypes
import NIOCore

/// Stands at the socket, before the HTTP decoder. Answers plain GETs itself, as long as it has seen
/// every byte of the connection; from the first byte that it leaves to the decoder, all follow.
/// Two readers of one stream would not agree on where a request begins.
final class WireEnd: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  var express: (PlainGet) -> ByteBuffer? = { _ in nil }
  var bytesCame: () -> Void = {}
  private var leavesAllToDecoder = false
  /// Something of what came has gone on, so that its end has to be told too.
  private var hasLeft = false
  private var hasUnflushed = false

  func handlerRemoved(context: ChannelHandlerContext) {
    express = { _ in nil }
    bytesCame = {}
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !leavesAllToDecoder else { return leave(data, context) }
    var buffer = unwrapInboundIn(data)
    let bytes = Array(buffer.readableBytesView)
    var position = 0
    // Who does not read the answers is left to the framework, which then reads no more requests.
    while position < bytes.count, context.channel.isWritable,
      let get = PlainGet(bytes, from: position), let response = express(get)
    {
      context.write(wrapOutboundOut(response), promise: nil)
      hasUnflushed = true
      position = get.end
    }
    guard position < bytes.count else { return }
    leavesAllToDecoder = true
    flush(context)
    buffer.moveReaderIndex(forwardBy: position)
    leave(wrapInboundOut(buffer), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    flush(context)
    guard hasLeft else { return }
    hasLeft = false
    context.fireChannelReadComplete()
  }

  private func leave(_ data: NIOAny, _ context: ChannelHandlerContext) {
    bytesCame()
    hasLeft = true
    context.fireChannelRead(data)
  }

  private func flush(_ context: ChannelHandlerContext) {
    guard hasUnflushed else { return }
    hasUnflushed = false
    context.flush()
  }
}

@available(*, unavailable)
extension WireEnd: Sendable {}
