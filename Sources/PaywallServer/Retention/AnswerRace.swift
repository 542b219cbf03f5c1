import Synchronization

/// The answer to one request: the first that is given, or at a deadline the one that is ready by then.
final class AnswerRace<Answer: Sendable>: Sendable {
  private struct State {
    var ready: Answer
    var given: Answer?
    var waiting: CheckedContinuation<Answer, Never>?
  }

  private let state: Mutex<State>

  /// - Parameter ready: the answer at the deadline, until a better one is ready.
  init(ready: Answer) { state = Mutex(State(ready: ready)) }

  func prepare(_ answer: Answer) { state.withLock { $0.ready = answer } }

  var given: Answer? { state.withLock { $0.given } }

  /// - Returns: the answer that goes out: this one, or the one that was given before.
  @discardableResult
  func give(_ answer: Answer) -> Answer { give { _ in answer } }

  func giveReady(_ change: (Answer) -> Answer = { $0 }) { _ = give { change($0.ready) } }

  private func give(_ answer: (State) -> Answer) -> Answer {
    let (first, waiting) = state.withLock { state in
      let first = state.given ?? answer(state)
      state.given = first
      defer { state.waiting = nil }
      return (first, state.waiting)
    }
    waiting?.resume(returning: first)
    return first
  }

  /// Waits for the answer; one caller may.
  ///
  /// - Parameter deadline: returns when the answer has to go out.
  func answer(by deadline: @escaping @Sendable () async -> Void) async -> Answer {
    let timer = Task {
      await deadline()
      giveReady()
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      let given = state.withLock { state in
        if state.given == nil { state.waiting = continuation }
        return state.given
      }
      if let given { continuation.resume(returning: given) }
    }
  }
}
