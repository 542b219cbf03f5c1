import NIOCore

extension ConnectionGuard {
  /// Keeps one timer for the connection. It fires when the next limit may be over, or early enough
  /// for a limit that begins in the meantime.
  func schedule(_ context: ChannelHandlerContext) {
    guard timer == nil, let deadline = nextDeadline else { return }
    let shortest = min(
      limits.requestTimeout, limits.stallTimeout, limits.responseTimeout, limits.writeTimeout,
      limits.idleTimeout)
    timer = context.eventLoop.assumeIsolated().scheduleTask(
      deadline: min(deadline, context.eventLoop.now + shortest)
    ) {
      self.timer = nil
      self.turns.run { self.check(context) }
    }
  }

  private var nextDeadline: NIODeadline? {
    [
      receivingSince.map { $0 + limits.requestTimeout }, stallDeadline, responseDeadline,
      idleDeadline,
    ].compactMap(\.self).min()
  }

  private var stallDeadline: NIODeadline? {
    isReading ? body.lastProgress.map { $0 + limits.stallTimeout } : nil
  }

  private var responseDeadline: NIODeadline? {
    isSending
      ? writeProgress.last + limits.writeTimeout
      : respondingSince.map { $0 + limits.responseTimeout }
  }

  /// A response is on its way to the client.
  private var isSending: Bool { isWriting || unsentResponses > 0 }

  private var idleDeadline: NIODeadline? {
    receivingSince == nil && unanswered.isEmpty && unsentResponses == 0
      ? idleSince + limits.idleTimeout : nil
  }

  private func check(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    let now = context.eventLoop.now
    if let responseDeadline, now >= responseDeadline {
      guard !isSending else { return context.close(promise: nil) }
      refusals.noteTimeout(context.channel)
      respond(.responseTimeout, after: limits.responseTimeout, context)
      return finish(context, .output)
    }
    if let receivingSince, now >= receivingSince + limits.requestTimeout {
      self.receivingSince = nil
      refuse(.requestTimeout, after: limits.requestTimeout, context)
    } else if let stallDeadline, now >= stallDeadline {
      refuse(.bodyStalled, after: limits.stallTimeout, context)
    }
    if let idleDeadline, now >= idleDeadline, !isClosing {
      context.close(promise: nil)
    } else if !isClosing {
      schedule(context)
    }
  }
}
