import NIOCore

extension ConnectionGuard {
  /// One timer at most, for many requests: it looks again when the nearest limit could be over, or
  /// one that begins after now.
  func schedule(_ context: ChannelHandlerContext) {
    guard timer == nil, let deadline = nextDeadline else { return }
    let next = min(deadline, .now() + min(limits.toSend, limits.toAnswer, limits.toTake))
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) {
      self.timer = nil
      self.check(context)
    }
  }

  private var nextDeadline: NIODeadline? {
    [
      receivingSince.map { $0 + limits.toSend }, answerDeadline, idleDeadline,
    ].compactMap(\.self).min()
  }

  private var answerDeadline: NIODeadline? {
    isTaken ? taking.since + limits.toTake : answeringSince.map { $0 + limits.toAnswer }
  }

  /// The client is to take an answer.
  private var isTaken: Bool { isWriting || leaving > 0 }

  private var idleDeadline: NIODeadline? {
    receivingSince == nil && unanswered.isEmpty && leaving == 0 ? idleSince + limits.idle : nil
  }

  private func check(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    let now = NIODeadline.now()
    if let answerDeadline, now >= answerDeadline {
      guard !isTaken else { return context.close(promise: nil) }
      refusals.tooLate(context.channel)
      tell(.answerTimeout, after: limits.toAnswer, context)
      return finish(context, .output)
    }
    if let receivingSince, now >= receivingSince + limits.toSend {
      self.receivingSince = nil
      refuse(.requestTimeout, after: limits.toSend, context)
    }
    if let idleDeadline, now >= idleDeadline, !isClosing {
      context.close(promise: nil)
    } else if !isClosing {
      schedule(context)
    }
  }
}
