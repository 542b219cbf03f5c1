import HTTPTypes
import HummingbirdCore
import NIOCore

/// Stands at the socket and answers plain GETs itself, as long as it has seen every byte of the
/// connection. With the first byte that it does not answer the framework comes in, and from then on
/// all is left to it: two readers of one stream would not agree on where a request begins.
final class WireEnd: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let express: @Sendable (PlainGet, ClientAddress) -> ByteBuffer?
  private let refuse: @Sendable ([UInt8], Int, ClientAddress) -> ByteBuffer?
  /// How long there may be nothing to answer.
  private let idle: TimeAmount
  /// Puts the framework behind this.
  private let setUp: @Sendable (any Channel) -> EventLoopFuture<HTTP1Channel.Value>
  /// To be told of the framework.
  private let framework: EventLoopPromise<HTTP1Channel.Value>
  /// The framework is not there.
  private var isAlone = true
  /// Bytes came that were left to the framework.
  var bytesCame: () -> Void = {}
  /// The other end; known once bytes came.
  private var peer: ClientAddress?
  private var idleSince = NIODeadline.now()
  private var timer: Scheduled<Void>?
  /// Something of what came has gone on, so that its end has to be told too.
  private var hasLeft = false
  private var hasUnflushed = false
  /// The last answer has been written; what comes is thrown away.
  private var isOver = false

  init(
    express: @escaping @Sendable (PlainGet, ClientAddress) -> ByteBuffer?,
    refuse: @escaping @Sendable ([UInt8], Int, ClientAddress) -> ByteBuffer?, idle: TimeAmount,
    framework: EventLoopPromise<HTTP1Channel.Value>,
    setUp: @escaping @Sendable (any Channel) -> EventLoopFuture<HTTP1Channel.Value>
  ) {
    self.express = express
    self.refuse = refuse
    self.idle = idle
    self.framework = framework
    self.setUp = setUp
  }

  func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    bytesCame = {}
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isAlone else { return leave(data, context) }
    guard !isOver else { return }
    var buffer = unwrapInboundIn(data)
    let bytes = Array(buffer.readableBytesView)
    let peer = peer ?? ClientAddress(context.channel)
    self.peer = peer
    var position = 0
    // Who does not read the answers is left to the framework, which then reads no more requests.
    while position < bytes.count, context.channel.isWritable,
      let get = PlainGet(bytes, from: position), let response = express(get, peer)
    {
      context.write(wrapOutboundOut(response), promise: nil)
      hasUnflushed = true
      idleSince = .now()
      position = get.end
    }
    guard position < bytes.count else { return }
    if context.channel.isWritable, let response = refuse(bytes, position, peer) {
      return end(context, with: response)
    }
    bringInFramework(context)
    buffer.moveReaderIndex(forwardBy: position)
    leave(wrapInboundOut(buffer), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    flush(context)
    guard hasLeft else { return }
    hasLeft = false
    context.fireChannelReadComplete()
  }

  /// The end of the client, or of the server. To wait for answers that have not left is the
  /// framework's and its guard's.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if isAlone, Self.isEnd(event) {
      // The answer is on its way, and closes the connection behind it.
      guard !isOver || context.channel.waitingBytes == 0 else { return }
      flush(context)
      guard context.channel.waitingBytes > 0 else { return context.close(promise: nil) }
      bringInFramework(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private static func isEnd(_ event: Any) -> Bool {
    if case ChannelEvent.inputClosed = event { return true }
    return event is ChannelShouldQuiesceEvent
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isAlone else { return context.close(promise: nil) }
    context.fireErrorCaught(error)
  }

  /// Answers for the last time. Behind that bytes are read on for a second, so that what the client
  /// still sends does not reset the connection under the answer.
  private func end(_ context: ChannelHandlerContext, with response: ByteBuffer) {
    isOver = true
    hasUnflushed = false
    context.writeAndFlush(wrapOutboundOut(response), promise: nil)
    context.close(mode: .output, promise: nil)
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
      context.close(promise: nil)
    }
  }

  private func bringInFramework(_ context: ChannelHandlerContext) {
    flush(context)
    isAlone = false
    timer?.cancel()
    timer = nil
    let made = setUp(context.channel)
    made.cascade(to: framework)
    made.assumeIsolated().whenFailure { _ in context.close(promise: nil) }
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

  private func schedule(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: idleSince + idle) {
      guard NIODeadline.now() >= self.idleSince + self.idle else { return self.schedule(context) }
      context.close(promise: nil)
    }
  }
}

@available(*, unavailable)
extension WireEnd: Sendable {}
