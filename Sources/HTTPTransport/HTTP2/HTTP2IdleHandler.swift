import NIOCore
import NIOHTTP2

/// Closes an HTTP/2 connection that is idle, and one that shuts down or broke the protocol.
/// `NIOHTTP2ServerConnectionManagementHandler` sends the GOAWAY and waits for the client to confirm
/// it; this handler closes the connection if the client does not.
final class HTTP2IdleHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame

  private let limits: ConnectionLimits
  private var context: ChannelHandlerContext?
  private var openStreams = 0
  /// Once the connection ends: when it closes at the latest.
  private var latestEnd: NIODeadline?
  private var timer: Scheduled<Void>?

  init(_ limits: ConnectionLimits) { self.limits = limits }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    waitForStream(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    self.context = nil
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent, ChannelEvent.inputClosed: end(context)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  fileprivate func streamOpened() {
    openStreams += 1
    guard let context else { return }
    if latestEnd == nil { timer?.cancel() } else { closeInTime(context) }
  }

  fileprivate func streamClosed() {
    openStreams -= 1
    guard openStreams == 0, let context else { return }
    if latestEnd == nil { waitForStream(context) } else { closeInTime(context) }
  }

  /// A GOAWAY with an error was written. The connection must close (RFC 9113, 5.4.1), and no other
  /// handler closes it.
  fileprivate func sentConnectionError() {
    guard let channel = context?.channel else { return }
    channel.pipeline.fireUserInboundEventTriggered(ProtocolBroken())
    // In the next turn of the event loop: this one sends the frame.
    channel.eventLoop.execute { channel.close(promise: nil) }
  }

  private func waitForStream(_ context: ChannelHandlerContext) {
    let pipeline = context.pipeline
    timer = context.eventLoop.scheduleTask(in: limits.idleTimeout) {
      pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  private func end(_ context: ChannelHandlerContext) {
    guard latestEnd == nil else { return }
    latestEnd = context.eventLoop.now + limits.requestTimeout + limits.responseTimeout
    closeInTime(context)
  }

  /// Open streams get the time of a request and its response, all together. Without any, the client gets
  /// a second to confirm the GOAWAY: one that sends no more never does.
  private func closeInTime(_ context: ChannelHandlerContext) {
    guard let latestEnd else { return }
    timer?.cancel()
    let end =
      openStreams > 0 ? latestEnd : min(latestEnd, context.eventLoop.now + .seconds(1))
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(deadline: end) { channel.close(promise: nil) }
  }

  /// Passes on streams and GOAWAY frames: NIO takes one delegate, and two handlers need it.
  struct Delegate: NIOHTTP2StreamDelegate, NIOHTTP2FrameDelegate {
    private let idle: NIOLoopBound<HTTP2IdleHandler>
    private let manager: NIOHTTP2ServerConnectionManagementHandler.HTTP2StreamDelegate

    init(
      _ idle: HTTP2IdleHandler,
      _ manager: NIOHTTP2ServerConnectionManagementHandler.HTTP2StreamDelegate,
      _ eventLoop: any EventLoop
    ) {
      self.idle = NIOLoopBound(idle, eventLoop: eventLoop)
      self.manager = manager
    }

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
      idle.value.streamOpened()
      manager.streamCreated(id, channel: channel)
    }

    func wroteFrame(_ frame: HTTP2Frame) {
      if case .goAway(_, let code, _) = frame.payload, code != .noError {
        idle.value.sentConnectionError()
      }
    }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
      idle.value.streamClosed()
      manager.streamClosed(id, channel: channel)
    }
  }
}

@available(*, unavailable)
extension HTTP2IdleHandler: Sendable {}
