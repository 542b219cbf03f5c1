import NIOCore

/// Limits what an HTTP/2 connection lets the decoder keep, before there is a stream that could: it
/// counts like bodies do, and has the time of a request to be complete. Before the handler of HTTP/2.
final class FrameGuard: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let limits: ConnectionLimits
  private let refusals: Refusals
  private let reservation: BodyReservation
  private var boundary = FrameBoundary()
  private var timer: Scheduled<Void>?

  init(limits: ConnectionLimits, refusals: Refusals, budget: BodyBudget) {
    self.limits = limits
    self.refusals = refusals
    reservation = BodyReservation(budget)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    reservation.whenDropped { [eventLoop = context.eventLoop] in
      eventLoop.execute { bound.value.0.close(.bodyStalled, bound.value.1) }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    reservation.whenDropped(nil)
    reservation.release()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let before = boundary.ends
    boundary.follow(unwrapInboundIn(data))
    let held = boundary.held
    context.fireChannelRead(data)
    guard held > 0 else {
      timer?.cancel()
      timer = nil
      return reservation.release()
    }
    if timer == nil || boundary.ends > before { wait(context) }
    let owner = ClientAddress(context.channel).network
    if !reservation.grow(to: held, .general, owner, at: context.eventLoop.now) {
      close(.bodyBudgetExceeded, context)
    }
  }

  private func wait(_ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.requestTimeout) {
      self.close(.requestTimeout, context)
    }
  }

  /// There may be no stream yet that a response could be for.
  private func close(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    refusals.count(refusal)
    context.channel.close(promise: nil)
  }
}

@available(*, unavailable)
extension FrameGuard: Sendable {}
