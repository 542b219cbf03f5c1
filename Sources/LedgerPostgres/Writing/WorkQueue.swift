import Dispatch
import Foundation
import Ledger
import Synchronization

/// Calls that wait for one of several threads, each with a connection of its own: libpq blocks.
final class WorkQueue<Item: Sendable>: Sendable {
  private struct State {
    var waiting: [Item] = []
    var isClosed = false
    var workers = 0
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  private let running = DispatchGroup()
  private let threads: Int
  private let queueLimit: Int
  private let groupLimit: Int

  /// - Parameters:
  ///   - queueLimit: further calls are refused at once instead of after the caller has given up.
  ///   - groupLimit: the most calls that one thread takes at once.
  init(threads: Int, queueLimit: Int, groupLimit: Int) {
    self.threads = threads
    self.queueLimit = queueLimit
    self.groupLimit = groupLimit
  }

  /// Starts the threads.
  ///
  /// - Parameter work: runs on each of them until `nextGroup` returns `nil`.
  func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.workers = threads }
    for number in 0..<threads {
      running.enter()
      let thread = Thread { [self] in
        work()
        running.leave()
      }
      thread.name = "\(name) \(number)"
      thread.stackSize = 2 << 20
      thread.start()
    }
  }

  /// - Returns: why the call is refused; `nil` if it is queued.
  func submit(_ item: Item) -> LedgerFailure? {
    let refusal = state.withLock { state -> LedgerFailure? in
      guard !state.isClosed else { return .closed }
      guard state.waiting.count < queueLimit else {
        return .unavailable("\(queueLimit) calls are waiting already")
      }
      state.waiting.append(item)
      return nil
    }
    if refusal == nil { arrivals.signal() }
    return refusal
  }

  /// Waits for calls; `nil` once the queue is closed and empty.
  func nextGroup() -> [Item]? {
    while true {
      let (group, isEnd) = state.withLock { state -> ([Item], Bool) in
        guard !state.waiting.isEmpty else { return ([], state.isClosed) }
        let share = (state.waiting.count + threads - 1) / threads
        let count = min(share, groupLimit)
        defer { state.waiting.removeFirst(count) }
        return (Array(state.waiting.prefix(count)), false)
      }
      if !group.isEmpty { return group }
      if isEnd { return nil }
      arrivals.wait()
    }
  }

  /// Refuses new calls, and lets the threads end after the queued ones.
  func close() {
    let workers = state.withLock { state -> Int in
      guard !state.isClosed else { return 0 }
      state.isClosed = true
      return state.workers
    }
    for _ in 0..<workers { arrivals.signal() }
  }

  /// Waits until all threads have ended.
  func waitForEnd() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      running.notify(queue: .global()) { continuation.resume() }
    }
  }
}
