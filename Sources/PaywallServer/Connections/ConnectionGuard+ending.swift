import NIOCore
import NIOHTTPTypes

extension ConnectionGuard {
  /// Answers the message that is being read and ends the connection, after the answers that are
  /// still owed for requests before it.
  func refuse(_ problem: Problem, after limit: TimeAmount = .zero, _ context: ChannelHandlerContext)
  {
    guard !isClosing else { return }
    cut(context)
    let owedBefore = unanswered.count - (isReading ? 1 : 0)
    guard owedBefore <= 0, !isWriting else {
      // Bytes behind the first that is wrong are read by nobody.
      refusal = refusal ?? problem
      return
    }
    let isAnsweredAlready = isReading && unanswered.isEmpty
    // What was wrong behind it, and is found while this is written, is told to nobody.
    isClosing = true
    if !isAnsweredAlready { tell(problem, after: limit, context) }
    finish(context, .output)
  }

  /// Answers the oldest request, or what never became one.
  func tell(_ problem: Problem, after limit: TimeAmount = .zero, _ context: ChannelHandlerContext) {
    let (head, body) = refusals.answer(problem, to: unanswered.first, after: limit)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Closes the way out, or all, as soon as everything that was written has left: a socket of which
  /// the client closed its half already would otherwise be closed over what waits. Who stops taking
  /// is cut. Behind the way out bytes are read on for a second, so that what the client still sends
  /// does not reset the connection under the answer.
  func finish(
    _ context: ChannelHandlerContext, _ mode: CloseMode, _ promise: EventLoopPromise<Void>? = nil
  ) {
    guard context.channel.isActive else { return context.close(mode: mode, promise: promise) }
    context.flush()
    isClosing = true
    waitForTaking(context)
    context.allLeft.assumeIsolated().whenComplete { _ in
      self.hasLeft = true
      self.timer?.cancel()
      context.close(mode: mode, promise: promise)
      guard mode == .output, context.channel.isActive else { return }
      self.timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
        context.close(promise: nil)
      }
    }
  }

  private func waitForTaking(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let before = context.channel.waitingBytes
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.toTake) {
      guard context.channel.waitingBytes < before else { return context.close(promise: nil) }
      self.waitForTaking(context)
    }
  }
}

extension Channel {
  /// Bytes that have not left for the network yet.
  var waitingBytes: Int {
    (try? syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
