package import AppStore
import HTTPTransport
import Synchronization

/// Checks unknown chains one after the other, on a thread that yields to every other thread and
/// rests three times as long as it worked: a flood of unknown certificates takes at most a quarter
/// of one processor, and only idle time.
///
/// Requests with the same chain share one check.
package final class ChainChecker: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// The verifier caches it: verify again.
    case isKnown
    case refused(Distrust)
    /// Too many wait.
    case busy
  }

  private struct Job {
    var verifier: Verifier
    var waiting: [CheckedContinuation<Outcome, Never>] = []
  }

  private struct State {
    var queue = ChainQueue()
    var jobs: [UnknownChain: Job] = [:]
    var isRunning = false
  }

  private let state = Mutex(State())
  private let check: @Sendable (Verifier, UnknownChain) -> Distrust?
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Bool

  /// - Parameters:
  ///   - check: checks one chain.
  ///   - start: runs work on a thread of its own; `false` if there is no thread.
  package init(
    check: @escaping @Sendable (Verifier, UnknownChain) -> Distrust? = { $0.check($1) },
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = YieldingThread.start
  ) {
    self.check = check
    self.start = start
  }

  /// How many chains wait or are being checked.
  package var count: Int { state.withLock(\.jobs.count) }

  /// How many requests wait for one of them.
  package var waiting: Int {
    state.withLock { $0.jobs.values.reduce(0) { $0 + $1.waiting.count } }
  }

  func outcome(
    of chain: UnknownChain, by verifier: Verifier, _ lane: ChainQueue.Lane,
    from sender: BucketOwner
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      add(chain, verifier, lane, sender, continuation)
    }
  }

  private func add(
    _ chain: UnknownChain, _ verifier: Verifier, _ lane: ChainQueue.Lane, _ sender: BucketOwner,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    let (busy, mustStart) = state.withLock { state -> (Job?, Bool) in
      // A chain that is being checked is in no lane.
      if state.jobs[chain] == nil || state.queue.contains(chain) {
        let arrival = state.queue.add(chain, lane, from: sender)
        guard arrival.isWaiting else {
          return (Job(verifier: verifier, waiting: [continuation]), false)
        }
        state.jobs[chain, default: Job(verifier: verifier)].waiting.append(continuation)
        let mustStart = !state.isRunning
        state.isRunning = true
        return (arrival.displaced.flatMap { state.jobs.removeValue(forKey: $0) }, mustStart)
      }
      state.jobs[chain]?.waiting.append(continuation)
      return (nil, false)
    }
    for continuation in busy?.waiting ?? [] { continuation.resume(returning: .busy) }
    if mustStart, !start({ self.work() }) { giveUp() }
  }

  /// Until none waits.
  private func work() {
    while let (chain, verifier) = next() {
      let started = YieldingThread.processorTime
      let outcome = check(verifier, chain).map(Outcome.refused) ?? .isKnown
      let job = state.withLock { $0.jobs.removeValue(forKey: chain) }
      for continuation in job?.waiting ?? [] { continuation.resume(returning: outcome) }
      YieldingThread.rest(nanoseconds: 3 * (YieldingThread.processorTime - started))
    }
  }

  private func next() -> (UnknownChain, Verifier)? {
    state.withLock { state in
      while let chain = state.queue.next() {
        if let job = state.jobs[chain] { return (chain, job.verifier) }
      }
      state.isRunning = false
      return nil
    }
  }

  /// There is no thread: answers `busy`.
  private func giveUp() {
    let jobs = state.withLock { state in
      let jobs = state.jobs.values
      state = State()
      return Array(jobs)
    }
    for continuation in jobs.flatMap(\.waiting) { continuation.resume(returning: .busy) }
  }
}
