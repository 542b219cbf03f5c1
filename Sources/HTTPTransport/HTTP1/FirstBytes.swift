import NIOCore

/// Stands before the decoder of a connection. Until the first bytes come there is nothing behind it: a
/// connection that stays silent keeps no more than this. Then it counts what the decoder gets.
final class FirstBytes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Installs what reads HTTP behind this handler.
  private let install: (any Channel) throws -> ConnectionGuard
  private let idleTimeout: TimeAmount
  private var connectionGuard: ConnectionGuard?
  private var timer: Scheduled<Void>?

  init(
    idleTimeout: TimeAmount, install: @escaping (any Channel) throws -> ConnectionGuard
  ) {
    self.idleTimeout = idleTimeout
    self.install = install
  }

  func handlerAdded(context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: idleTimeout) {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    connectionGuard = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connectionGuard == nil { begin(context) }
    guard connectionGuard?.bytesArrived(unwrapInboundIn(data).readableBytes) == true else { return }
    context.fireChannelRead(data)
  }

  private func begin(_ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    do { connectionGuard = try install(context.channel) } catch { context.close(promise: nil) }
  }

  /// Nothing waits for an answer on a connection that has sent nothing.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if connectionGuard == nil, Self.isEnd(event) { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard connectionGuard != nil else { return context.close(promise: nil) }
    context.fireErrorCaught(error)
  }

  /// The client or the server ends the connection.
  private static func isEnd(_ event: Any) -> Bool {
    if case ChannelEvent.inputClosed = event { return true }
    return event is ChannelShouldQuiesceEvent
  }
}

@available(*, unavailable)
extension FirstBytes: Sendable {}
