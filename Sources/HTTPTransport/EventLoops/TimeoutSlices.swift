import NIOCore

/// Works off what is due on many connections in one moment a few at a time, so that the event loop
/// serves others in between. One for each event loop.
final class TimeoutSlices {
  /// How many in one turn; writing a refusal takes about 0.1 ms.
  private static let size = 8
  /// Until the next turn. Work that is queued without a delay runs before the sockets are read again.
  private static let pause = TimeAmount.milliseconds(1)

  private let eventLoop: (any EventLoop)?
  /// How many more run in this turn.
  private var rest = TimeoutSlices.size
  private var waiting = CircularBuffer<() -> Void>()
  private var isScheduled = false

  /// - Parameter eventLoop: without one, all is worked off at once.
  init(_ eventLoop: (any EventLoop)? = nil) { self.eventLoop = eventLoop }

  /// Runs the work, in this turn or a later one; in order.
  func run(_ work: @escaping () -> Void) {
    guard eventLoop != nil else { return work() }
    waiting.append(work)
    workOff()
  }

  private func workOff() {
    while rest > 0, let work = waiting.popFirst() {
      rest -= 1
      work()
    }
    guard !isScheduled, let eventLoop else { return }
    isScheduled = true
    eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
      self.isScheduled = false
      self.rest = Self.size
      if !self.waiting.isEmpty { self.workOff() }
    }
  }
}

@available(*, unavailable)
extension TimeoutSlices: Sendable {}
