import NIOCore
import NIOHTTPTypes

extension ConnectionGuard {
  /// Refuses the request that is being read and closes the connection, after the responses to the
  /// requests before it.
  func refuse(_ refusal: Refusal, after limit: TimeAmount = .zero, _ context: ChannelHandlerContext)
  {
    guard !isClosing else { return }
    abortRequest(context)
    let earlier = unanswered.count - (isReading ? 1 : 0)
    guard earlier <= 0, !isWriting else {
      // The first refusal counts: nothing is read after it.
      self.refusal = self.refusal ?? refusal
      return
    }
    let isAnswered = isReading && unanswered.isEmpty
    // Further mistakes that are found while this is written are not reported.
    isClosing = true
    if !isAnswered { respond(refusal, after: limit, context) }
    finish(context, .output)
  }

  /// Sends the refusal as the response to the oldest request, or to bytes that are no request.
  func respond(
    _ refusal: Refusal, after limit: TimeAmount = .zero, _ context: ChannelHandlerContext
  ) {
    let (head, body) = refusals.response(refusal, to: unanswered.first, after: limit)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Closes the output, or all, as soon as everything written is sent: if the client has closed its
  /// half, closing now would discard unsent bytes. A client that stops reading is cut off. After
  /// closing the output, the server reads for another second, because closing over unread bytes
  /// resets the connection before the client has read the response.
  func finish(
    _ context: ChannelHandlerContext, _ mode: CloseMode, _ promise: EventLoopPromise<Void>? = nil
  ) {
    guard context.channel.isActive else { return context.close(mode: mode, promise: promise) }
    context.flush()
    isClosing = true
    enforceWriteTimeout(context)
    context.allSent.assumeIsolated().whenComplete { _ in
      self.isAllSent = true
      self.timer?.cancel()
      context.close(mode: mode, promise: promise)
      guard mode == .output, context.channel.isActive else { return }
      self.timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
        context.close(promise: nil)
      }
    }
  }

  /// The end of a long response. All of it is written at once, long before the client has
  /// received it.
  func trackSending(
    _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) -> EventLoopPromise<Void> {
    let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
    unsentResponses += 1
    sent.futureResult.assumeIsolated().whenComplete { _ in
      self.unsentResponses -= 1
      self.idleSince = context.eventLoop.now
    }
    return sent
  }

  private func enforceWriteTimeout(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let before = context.channel.unsentBytes
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.writeTimeout) {
      guard context.channel.unsentBytes < before else { return context.close(promise: nil) }
      self.enforceWriteTimeout(context)
    }
  }
}

extension Channel {
  /// Bytes that are written and not yet sent to the network.
  var unsentBytes: Int {
    (try? syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
