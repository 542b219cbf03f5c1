import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers plain GETs next to the socket, as long as it has answered every byte of the connection.
/// The first byte that it cannot answer installs the framework, which gets all bytes from then on:
/// two readers of one stream would not agree on where a request begins.
final class FastPathHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let respond: PlainGetResponder
  /// How long the connection may stay open without a request.
  private let idleTimeout: TimeAmount
  /// For a connection that has refused for the first time.
  private let pause: (any Channel) -> RefusalPause?
  private var rest: RefusalRest?
  /// Installs the framework behind this handler.
  private let install: @Sendable (any Channel) -> EventLoopFuture<HTTP1Channel.Value>
  /// Completed with the framework's channel.
  private let framework: EventLoopPromise<HTTP1Channel.Value>
  private var isInstalled = false
  /// Called when bytes go to the framework.
  var onBytes: () -> Void = {}
  /// The client's end of the connection; read with the first bytes.
  private var peer: ClientAddress?
  private var idleSince = NIODeadline.now()
  private var timer: Scheduled<Void>?
  /// Bytes went on in this read, so its end must go on too.
  private var hasPassedBytes = false
  private var hasUnflushedResponse = false

  init(
    respond: @escaping PlainGetResponder, idleTimeout: TimeAmount,
    pause: @escaping (any Channel) -> RefusalPause?,
    framework: EventLoopPromise<HTTP1Channel.Value>,
    install: @escaping @Sendable (any Channel) -> EventLoopFuture<HTTP1Channel.Value>
  ) {
    self.respond = respond
    self.idleTimeout = idleTimeout
    self.pause = pause
    self.framework = framework
    self.install = install
  }

  func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    onBytes = {}
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isInstalled else { return pass(data, context) }
    var buffer = unwrapInboundIn(data)
    let bytes = Array(buffer.readableBytesView)
    let peer = peer ?? ClientAddress(context.channel)
    self.peer = peer
    var position = 0
    // A client that does not read its responses is left to the framework, which then stops reading.
    while position < bytes.count, context.channel.isWritable,
      let get = PlainGet(bytes, from: position), let response = respond(get, peer)
    {
      context.write(wrapOutboundOut(response.bytes), promise: nil)
      hasUnflushedResponse = true
      idleSince = .now()
      position = get.end
      guard response.isRefusal, let rest = rest(context) else { continue }
      flush(context)
      guard position < bytes.count else { return }
      buffer.moveReaderIndex(forwardBy: position)
      return rest.hold(wrapInboundOut(buffer))
    }
    guard position < bytes.count else { return }
    installFramework(context)
    buffer.moveReaderIndex(forwardBy: position)
    pass(wrapInboundOut(buffer), context)
  }

  /// The rest that the connection takes after a refusal, if it takes one.
  private func rest(_ context: ChannelHandlerContext) -> RefusalRest? {
    if rest == nil, let pause = pause(context.channel) {
      let rest = RefusalRest(pause)
      try? context.pipeline.syncOperations.addHandler(rest, position: .before(self))
      self.rest = rest
    }
    return rest?.begin() == true ? rest : nil
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    flush(context)
    guard hasPassedBytes else { return }
    hasPassedBytes = false
    context.fireChannelReadComplete()
  }

  /// The client or the server ends the connection. If responses are still unsent, the framework and
  /// its guard wait for them.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if !isInstalled, Self.isEnd(event) {
      flush(context)
      guard context.channel.unsentBytes > 0 else { return context.close(promise: nil) }
      installFramework(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private static func isEnd(_ event: Any) -> Bool {
    if case ChannelEvent.inputClosed = event { return true }
    return event is ChannelShouldQuiesceEvent
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard isInstalled else { return context.close(promise: nil) }
    context.fireErrorCaught(error)
  }

  private func installFramework(_ context: ChannelHandlerContext) {
    flush(context)
    isInstalled = true
    timer?.cancel()
    timer = nil
    let installed = install(context.channel)
    installed.cascade(to: framework)
    installed.assumeIsolated().whenFailure { _ in context.close(promise: nil) }
  }

  private func pass(_ data: NIOAny, _ context: ChannelHandlerContext) {
    onBytes()
    hasPassedBytes = true
    context.fireChannelRead(data)
  }

  private func flush(_ context: ChannelHandlerContext) {
    guard hasUnflushedResponse else { return }
    hasUnflushedResponse = false
    context.flush()
  }

  private func schedule(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: idleSince + idleTimeout) {
      guard NIODeadline.now() >= self.idleSince + self.idleTimeout else {
        return self.schedule(context)
      }
      context.close(promise: nil)
    }
  }
}

@available(*, unavailable)
extension FastPathHandler: Sendable {}
