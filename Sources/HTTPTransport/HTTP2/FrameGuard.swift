import NIOCore

/// Informs the connection of a stream of HTTP/2 that its request was refused.
struct RequestRefused: Sendable {}

/// Informs a connection of HTTP/2 that its client broke the protocol.
struct ProtocolBroken: Sendable {}

/// Passes the frames of an HTTP/2 connection on to the handler of the protocol, one stream after the
/// other, and limits what that handler keeps before there is a stream: it counts like bodies do, and has
/// the time of a request to be complete.
///
/// One read may open a hundred streams, which cost more than a thousand times their bytes. The next
/// one therefore waits when this turn of the event loop is used up (``LoopTurns``), and after a
/// refusal for the end of the rest (``RefusalPause``), as a request of HTTP/1.1 does. Meanwhile
/// nothing is read; responses leave, and requests that came are answered.
final class FrameGuard: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = NIOAny
  typealias OutboundOut = NIOAny

  private let limits: ConnectionLimits
  private let refusals: any RefusalResponder
  private let reservation: BodyReservation
  private let turns: LoopTurns
  private var boundary = FrameBoundary()
  private var timer: Scheduled<Void>?
  /// Bytes that came and were not passed on.
  private var waiting = ByteBuffer()
  private var isTurnWaiting = false
  private var isReadWaiting = false
  /// An end of the input that came while bytes waited.
  private var inputEnd: Any?
  private var pause: RefusalPause?
  private var rest: Scheduled<Void>?
  /// Nothing more is passed on.
  private var isOver = false

  /// - Parameter pause: `nil` for a connection that never rests.
  init(
    limits: ConnectionLimits, refusals: any RefusalResponder, budget: BodyBudget,
    turns: LoopTurns, pause: RefusalPause?
  ) {
    self.limits = limits
    self.refusals = refusals
    self.turns = turns
    self.pause = pause
    reservation = BodyReservation(budget)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    reservation.whenDropped { [eventLoop = context.eventLoop] in
      eventLoop.execute { bound.value.0.giveWay(bound.value.1) }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stop()
    reservation.whenDropped(nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  /// With TLS a connection that is closed still brings bytes until the client has said so too.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode != .output { stop() }
    // The server that has no more time closes the input (`ConnectionWork`), which is all of it here.
    context.close(mode: mode == .output ? .output : .all, promise: promise)
    goOn(context)
  }

  private func stop() {
    isOver = true
    timer?.cancel()
    rest?.cancel()
    rest = nil
    inputEnd = nil
    waiting = ByteBuffer()
    reservation.release()
  }

  // MARK: Frames

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    var bytes = unwrapInboundIn(data)
    if waiting.readableBytes == 0 { waiting = bytes } else { waiting.writeBuffer(&bytes) }
    guard !isTurnWaiting else { return count(context) }
    passOn(context)
  }

  /// Passes on what may be opened in this turn.
  private func passOn(_ context: ChannelHandlerContext) {
    while waiting.readableBytes > 0, rest == nil {
      guard turns.hasTime else { return waitForTurn(context) }
      passOnOne(context)
    }
    count(context)
  }

  private func passOnOne(_ context: ChannelHandlerContext) {
    let before = boundary.ends
    let piece = boundary.follow(&waiting)
    // Gives back the memory of the read.
    if waiting.readableBytes == 0 { waiting = ByteBuffer() }
    context.fireChannelRead(wrapInboundOut(piece))
    guard boundary.held > 0 else {
      timer?.cancel()
      timer = nil
      return
    }
    if timer == nil || boundary.ends > before { limitTime(context) }
  }

  private func waitForTurn(_ context: ChannelHandlerContext) {
    count(context)
    isTurnWaiting = true
    turns.run { self.takeTurn(context) }
  }

  /// One stream, so that each connection that waits has its share of the turn.
  private func takeTurn(_ context: ChannelHandlerContext) {
    isTurnWaiting = false
    guard waiting.readableBytes > 0, rest == nil else { return goOn(context) }
    passOnOne(context)
    reservation.noteProgress(at: context.eventLoop.now)
    context.fireChannelReadComplete()
    if waiting.readableBytes > 0, rest == nil { waitForTurn(context) } else { goOn(context) }
  }

  /// Reads again, or ends, once nothing waits.
  private func goOn(_ context: ChannelHandlerContext) {
    count(context)
    guard waiting.readableBytes == 0, rest == nil else { return }
    if let end = inputEnd {
      inputEnd = nil
      context.fireUserInboundEventTriggered(end)
    }
    guard isReadWaiting else { return }
    isReadWaiting = false
    context.read()
  }

  func read(context: ChannelHandlerContext) {
    if waiting.readableBytes == 0, rest == nil { context.read() } else { isReadWaiting = true }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is RequestRefused: beginRest(context)
    case is ProtocolBroken: stop()
    case ChannelEvent.inputClosed where waiting.readableBytes > 0: inputEnd = event
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  // MARK: Rests

  /// This many streams behind a refusal are a flood. An app sends fewer requests at a time.
  private static let flood = 4

  /// Refusals during a rest count as one with the first.
  private func beginRest(_ context: ChannelHandlerContext) {
    guard rest == nil, pause != nil, !isOver else { return }
    let isFlood = boundary.ends(in: waiting, atMost: Self.flood) == Self.flood
    let now = context.eventLoop.now
    guard let time = pause?.pause(after: 429, at: now, isFlood: isFlood) else { return }
    rest = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      self.rest = nil
      guard !self.isTurnWaiting else { return }
      self.passOn(context)
      context.fireChannelReadComplete()
      if !self.isTurnWaiting { self.goOn(context) }
    }
  }

  // MARK: Limits

  private func count(_ context: ChannelHandlerContext) {
    guard !isOver else { return }
    let bytes = boundary.held + waiting.readableBytes
    guard bytes > BodyBudget.freeBytes else { return reservation.release() }
    let owner = ClientAddress(context.channel).network
    if !reservation.grow(to: bytes, .general, owner, at: context.eventLoop.now) {
      close(.bodyBudgetExceeded, context)
    }
  }

  private func limitTime(_ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.requestTimeout) {
      // The rest of the frame may have come, and wait here.
      guard self.waiting.readableBytes == 0 else { return self.limitTime(context) }
      self.close(.requestTimeout, context)
    }
  }

  /// There may be no stream yet that a response could be for.
  private func close(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard context.channel.isActive, !isOver else { return }
    refusals.count(refusal)
    context.channel.close(promise: nil)
  }

  /// Another body needs what this connection holds, unless it has passed it on by now.
  private func giveWay(_ context: ChannelHandlerContext) {
    guard boundary.held + waiting.readableBytes > BodyBudget.freeBytes else { return }
    close(.bodyStalled, context)
  }
}

@available(*, unavailable)
extension FrameGuard: Sendable {}
