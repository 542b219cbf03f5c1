import NIOCore
import NIOHTTP2

/// Ends an HTTP/2 connection without open streams after a while, and one that should end for good.
/// The announcement of the end (GOAWAY) is `NIOHTTP2ServerConnectionManagementHandler`'s; it waits
/// for the client to confirm it, and this does not wait for ever.
final class StreamPatience: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame

  private let limits: ConnectionLimits
  private var context: ChannelHandlerContext?
  private var openStreams = 0
  private var isEnding = false
  /// The client sends no more.
  private var isInputClosed = false
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
    if event is ChannelShouldQuiesceEvent { end(context) }
    if case ChannelEvent.inputClosed = event {
      isInputClosed = true
      end(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  fileprivate func streamOpened() {
    openStreams += 1
    if !isEnding { timer?.cancel() }
  }

  fileprivate func streamClosed() {
    openStreams -= 1
    guard openStreams == 0, let context else { return }
    if !isEnding {
      waitForStream(context)
    } else if isInputClosed {
      closeSoon(context, after: .seconds(1))
    }
  }

  /// The client broke the rules of the connection and was told so. Nobody else ends it, and it has to
  /// end (RFC 9113, 5.4.1).
  fileprivate func toldOfError() {
    guard let channel = context?.channel else { return }
    // In the next turn of the loop: in this one the frame leaves.
    channel.eventLoop.execute { channel.close(promise: nil) }
  }

  private func waitForStream(_ context: ChannelHandlerContext) {
    let pipeline = context.pipeline
    timer = context.eventLoop.scheduleTask(in: limits.idle) {
      pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  /// Open streams get the time that a request and its answer may take, none a second to say good-bye.
  private func end(_ context: ChannelHandlerContext) {
    guard !isEnding else { return }
    isEnding = true
    closeSoon(
      context, after: openStreams > 0 ? limits.toSend + limits.toAnswer : .seconds(1))
  }

  private func closeSoon(_ context: ChannelHandlerContext, after grace: TimeAmount) {
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: grace) { channel.close(promise: nil) }
  }

  /// Tells both who count streams, and of the last word (GOAWAY) to who broke the rules.
  struct Delegate: NIOHTTP2StreamDelegate, NIOHTTP2FrameDelegate {
    private let patience: NIOLoopBound<StreamPatience>
    private let manager: NIOHTTP2ServerConnectionManagementHandler.HTTP2StreamDelegate

    init(
      _ patience: StreamPatience,
      _ manager: NIOHTTP2ServerConnectionManagementHandler.HTTP2StreamDelegate,
      _ eventLoop: any EventLoop
    ) {
      self.patience = NIOLoopBound(patience, eventLoop: eventLoop)
      self.manager = manager
    }

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
      patience.value.streamOpened()
      manager.streamCreated(id, channel: channel)
    }

    func wroteFrame(_ frame: HTTP2Frame) {
      if case .goAway(_, let code, _) = frame.payload, code != .noError {
        patience.value.toldOfError()
      }
    }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
      patience.value.streamClosed()
      manager.streamClosed(id, channel: channel)
    }
  }
}

@available(*, unavailable)
extension StreamPatience: Sendable {}
