import NIOCore
import Synchronization

/// Runs long work on threads that yield to the event loops. Each owner has one piece of work in
/// progress, and owners take turns: an owner with much work delays only itself.
package final class YieldingQueue<Owner: Hashable & Sendable>: Sendable {
  typealias Work = @Sendable () -> Void

  private struct State {
    /// Owners that have waiting work and none in progress.
    var turns = CircularBuffer<Owner>(initialCapacity: 4)
    /// Waiting work. An owner with work in progress has an entry, which may be empty.
    var waiting: [Owner: CircularBuffer<Work>] = [:]
    var threads = 0
  }

  private let state = Mutex(State())
  private let mostThreads: Int
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Bool

  /// - Parameters:
  ///   - threads: at most; they end when no work waits.
  ///   - start: runs work on a thread of its own; `false` if there is no thread.
  package init(
    threads: Int,
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = {
      YieldingThread.start(nice: YieldingThread.niceOfRequests, $0)
    }
  ) {
    mostThreads = threads
    self.start = start
  }

  /// Owners with work that waits or is in progress.
  package var owners: Int { state.withLock(\.waiting.count) }

  /// Pieces of work that wait.
  package var count: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  /// Waits for the owner's turn and for the work.
  package func run<Value: Sendable>(
    for owner: Owner, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      add(owner) { continuation.resume(with: Result(catching: work)) }
    }
  }

  func add(_ owner: Owner, _ work: @escaping Work) {
    let mustStart = state.withLock { state in
      if state.waiting[owner]?.append(work) == nil {
        state.waiting[owner] = [work]
        state.turns.append(owner)
      }
      guard !state.turns.isEmpty, state.threads < mostThreads else { return false }
      state.threads += 1
      return true
    }
    if mustStart, !start({ self.work() }) { Task.detached { self.work() } }
  }

  /// Until no work may begin.
  private func work() {
    var last: Owner?
    while let (owner, work) = next(after: last) {
      work()
      last = owner
    }
  }

  private func next(after last: Owner?) -> (Owner, Work)? {
    state.withLock { state in
      if let last {
        if state.waiting[last]?.isEmpty ?? true {
          state.waiting[last] = nil
        } else {
          state.turns.append(last)
        }
      }
      guard let owner = state.turns.popFirst(), let work = state.waiting[owner]?.popFirst() else {
        state.threads -= 1
        return nil
      }
      return (owner, work)
    }
  }
}
