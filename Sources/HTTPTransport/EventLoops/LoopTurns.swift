import NIOCore

/// Shares an event loop among its connections: work that many of them have in one moment is done for half a
/// millisecond, and the sockets are read before it goes on. One for each event loop.
final class LoopTurns {
  /// The time for such work between two reads of the sockets.
  static let length = TimeAmount.microseconds(500)
  /// Until the next turn. Work that is queued without a delay runs before the sockets are read again.
  static let pause = TimeAmount.microseconds(100)

  /// Tasks before one that took so little time were few.
  private static let settled = TimeAmount.microseconds(50)
  private static let mostSettling = 32

  private let eventLoop: (any EventLoop)?
  private let now: () -> NIODeadline
  /// The moment when the current turn is used up; `nil` before work begins one.
  private var end: NIODeadline?
  private var waiting = CircularBuffer<() -> Void>()
  private var isWorking = false
  private var isScheduled = false

  /// - Parameters:
  ///   - eventLoop: without one, all is done at once.
  ///   - now: the clock, if it is not the event loop's.
  init(_ eventLoop: (any EventLoop)? = nil, now: (() -> NIODeadline)? = nil) {
    self.eventLoop = eventLoop
    self.now = now ?? { eventLoop?.now ?? .now() }
  }

  /// Whether work may be done in this turn.
  var hasTime: Bool {
    guard let eventLoop else { return true }
    let now = now()
    if let end { return now < end }
    end = now + Self.length
    // Runs when the sockets that were ready have been read.
    eventLoop.assumeIsolated().execute { self.endTurn() }
    return true
  }

  /// Does the work in this turn or a later one; in order.
  func run(_ work: @escaping () -> Void) {
    waiting.append(work)
    workOff()
  }

  private func workOff() {
    // Work may ask for another turn.
    guard !isWorking else { return }
    isWorking = true
    while !waiting.isEmpty, hasTime { waiting.removeFirst()() }
    isWorking = false
  }

  private func endTurn() {
    end = nil
    guard !waiting.isEmpty, !isScheduled else { return }
    isScheduled = true
    settle(atMost: Self.mostSettling)
  }

  /// Waits for what the work has queued, and then for the next turn: the sockets are read only when
  /// no task is left, and none is due.
  private func settle(atMost more: Int) {
    guard let eventLoop = eventLoop?.assumeIsolated() else { return }
    let before = now()
    eventLoop.execute {
      guard more == 0 || self.now() - before < Self.settled else {
        return self.settle(atMost: more - 1)
      }
      eventLoop.scheduleTask(in: Self.pause) {
        self.isScheduled = false
        // Its own, so that what waits goes on however much the sockets bring.
        self.end = nil
        self.workOff()
      }
    }
  }
}

@available(*, unavailable)
extension LoopTurns: Sendable {}
