import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Keeps one request of an HTTP/2 connection to its limits, as `ConnectionGuard` does for HTTP/1.1.
/// Whatever is wrong ends the stream; the connection and its other streams go on.
final class StreamGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ConnectionLimits
  private var bodyBytes = 0
  /// The head of an answer left.
  private var isAnswered = false
  private let taking = Taking()
  private var isClosing = false
  private var timer: Scheduled<Void>?

  init(limits: ConnectionLimits) { self.limits = limits }

  func handlerAdded(context: ChannelHandlerContext) {
    wait(
      limits.toSend, context,
      Problem(.requestTimeout, "The request took too long to arrive; send it again."))
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head: break
    case .body(let buffer):
      bodyBytes += buffer.readableBytes
      guard bodyBytes <= limits.discardableBody else {
        return refuse(
          Problem(.bodyTooLarge, "No body may have more than \(limits.discardableBody) bytes."),
          context)
      }
    case .end:
      guard !isAnswered else { break }
      wait(
        limits.toAnswer, context, Problem(.answerTimeout, "The answer took too long; try again."))
    }
    context.fireChannelRead(data)
  }

  /// Frames that follow the rules of HTTP/2 and are no request of HTTP.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    refuse(Problem(.malformedRequest, "The request does not follow RFC 9113."), context)
  }

  // MARK: Out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing else {
      promise?.succeed()
      return
    }
    guard case .head(var head) = unwrapOutboundIn(data) else {
      return taking.write(unwrapOutboundIn(data), context, promise)
    }
    isAnswered = true
    taking.begin()
    waitForTaking(context)
    // Means nothing to HTTP/2, and must not be said (RFC 9113, 8.2.2).
    head.headerFields[.connection] = nil
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }

  // MARK: Limits

  private func wait(_ limit: TimeAmount, _ context: ChannelHandlerContext, _ problem: Problem) {
    timer?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: limit) {
      let (watcher, context) = bound.value
      watcher.refuse(problem, context)
    }
  }

  /// Until the answer has left, not only until it is there: who does not read holds no stream.
  private func waitForTaking(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: taking.since + limits.toTake) {
      let (watcher, context) = bound.value
      let isTaken = NIODeadline.now() < watcher.taking.since + watcher.limits.toTake
      guard !isTaken else { return watcher.waitForTaking(context) }
      watcher.isClosing = true
      context.close(promise: nil)
    }
  }

  private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
    timer?.cancel()
    guard !isAnswered else { return context.close(promise: nil) }
    let body = problem.json
    var head = problem.head(bodyCount: body.count)
    head.headerFields[.connection] = nil
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
    let sent = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
    let channel = context.channel
    sent.futureResult.whenComplete { _ in channel.close(promise: nil) }
    timer = context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }
}

@available(*, unavailable)
extension StreamGuard: Sendable {}
