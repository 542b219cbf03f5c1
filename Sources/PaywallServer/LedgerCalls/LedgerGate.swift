import Ledger
import Synchronization

/// Bounds every wait for the ledger. A ledger that hangs is worse than one that is dead: each
/// request would wait for it as long as a request may. The first that waits too long closes the
/// gate: then all are refused at once, except one every half second that tries whether it answers
/// again. Every answer opens the gate, also a late one.
package final class LedgerGate: Sendable {
  /// How long calls may wait, and what one that waited too long changes.
  package struct Limits: Hashable, Sendable {
    /// For calls that a visitor waits for.
    package var lookUp = Duration.milliseconds(250)
    /// For the question whether it can write, which takes a turn of its writer.
    package var check = Duration.seconds(1)
    /// For all else, a little less than a response may take.
    package var call = Duration.seconds(4)
    /// Between two calls that try whether it answers again.
    var probePause = Duration.milliseconds(500)
    /// How long a call that waited too long is remembered.
    var memory = Duration.seconds(2)
  }

  /// Why calls fail while it hangs.
  static let hangs = LedgerFailure.unavailable("it does not answer in time")
  /// Between two looks at the deadlines.
  private static let step = Duration.milliseconds(25)

  private struct Call: Sendable {
    let deadline: ContinuousClock.Instant
    let expire: @Sendable () -> Void
  }

  private struct State {
    var calls: [Int: Call] = [:]
    var last = 0
    /// When the gate closed, or a call was let through since.
    var closedAt: ContinuousClock.Instant?
    /// When a call last waited too long.
    var expiredAt: ContinuousClock.Instant?
    var isWatched = false
  }

  package let limits: Limits
  private let state = Mutex(State())

  package init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Whether a call waited too long and none was answered since.
  package var isClosed: Bool { state.withLock { $0.closedAt != nil } }

  /// Whether one of the last calls waited too long: one of many connections may hang while the others
  /// answer, which opens the gate each time.
  var hasJustHung: Bool {
    state.withLock { state in
      state.closedAt != nil || state.expiredAt.map { .now - $0 < limits.memory } ?? false
    }
  }

  /// - Throws: `hangs` if the call is not answered in time, or need not be tried. It may still be
  ///   carried out.
  func call<Output: Sendable>(
    within limit: Duration,
    _ work: @escaping @Sendable () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    let deadline = ContinuousClock.now + limit
    let result: Result<Output, LedgerFailure> = await withCheckedContinuation { continuation in
      guard
        let number = begin(
          Call(deadline: deadline) { continuation.resume(returning: .failure(Self.hangs)) })
      else { return continuation.resume(returning: .failure(Self.hangs)) }
      Task {
        var result: Result<Output, LedgerFailure>
        do throws(LedgerFailure) {
          result = .success(try await work())
        } catch {
          result = .failure(error)
        }
        if end(number, isAnswer: result.isAnswer) { continuation.resume(returning: result) }
      }
    }
    return try result.get()
  }

  /// Makes a call that a visitor waits for: while the ledger hangs none waits, and the call that
  /// tries whether it answers again does so in the background.
  func lookUp<Output: Sendable>(
    _ work: @escaping @Sendable () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    guard isClosed else { return try await call(within: limits.lookUp, work) }
    Task { _ = try? await call(within: limits.lookUp, work) }
    throw Self.hangs
  }

  /// Checks a call that may take long, and that no visitor waits for: refused only while it hangs.
  func checkOpen() throws(LedgerFailure) {
    if isClosed { throw Self.hangs }
  }

  /// - Returns: the number of the call; `nil` if it is refused.
  private func begin(_ call: Call) -> Int? {
    let (number, startsWatch) = state.withLock { state -> (Int?, Bool) in
      if let closedAt = state.closedAt {
        guard ContinuousClock.now - closedAt >= limits.probePause else { return (nil, false) }
        state.closedAt = .now
      }
      state.last += 1
      state.calls[state.last] = call
      defer { state.isWatched = true }
      return (state.last, !state.isWatched)
    }
    if startsWatch { Task { await watch() } }
    return number
  }

  /// - Returns: true if its caller still waits for it.
  private func end(_ number: Int, isAnswer: Bool) -> Bool {
    state.withLock { state in
      if isAnswer { state.closedAt = nil }
      return state.calls.removeValue(forKey: number) != nil
    }
  }

  /// Whether a call would wait for longer than it may until the next look.
  static func isOverdue(_ end: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> Bool {
    end < now + step
  }

  /// Looks for calls that are overdue, as long as there are any calls.
  private func watch() async {
    while true {
      // The interval between two looks: a ledger that hangs announces nothing.
      try? await Task.sleep(for: Self.step)
      let (overdue, isOver) = state.withLock { state in
        let now = ContinuousClock.now
        let overdue = state.calls.filter { Self.isOverdue($0.value.deadline, at: now) }
        for number in overdue.keys { state.calls[number] = nil }
        if !overdue.isEmpty { (state.closedAt, state.expiredAt) = (now, now) }
        state.isWatched = !state.calls.isEmpty
        return (overdue.values.map(\.expire), state.calls.isEmpty)
      }
      for expire in overdue { expire() }
      if isOver { return }
    }
  }
}

extension Result where Failure == LedgerFailure {
  /// True if the ledger said anything: a refusal is an answer too.
  fileprivate var isAnswer: Bool {
    if case .failure(.unavailable) = self { false } else { true }
  }
}
