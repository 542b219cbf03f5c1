import Foundation

/// Runs every task of this process on one thread, one job after the other in the order in which
/// they come, and knows when none is left. The events are then the same each time, on however busy
/// a machine.
///
/// Use it in a process of its own, such as an exit test: no other test may run beside it. Nothing
/// in it may call `Task.yield()`, which bypasses it.
final class SingleThread: SerialExecutor, @unchecked Sendable {
  /// The runtime calls a function without a context, so that there is one for the process.
  static let shared = SingleThread()

  // Everything is read and written under the lock.
  private let lock = NSCondition()
  private var jobs: [UnownedJob] = []
  /// The number of `jobs` that were begun.
  private var begun = 0
  private var idle: CheckedContinuation<Void, Never>?

  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

  /// Takes over all jobs from now on, until the process ends.
  ///
  /// - Returns: true if the runtime allows it.
  func takeOver() -> Bool {
    guard let place = unsafe dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
      return false
    }
    let hook = unsafe place.assumingMemoryBound(to: Hook?.self)
    unsafe hook.pointee = { job, _ in SingleThread.shared.enqueue(job) }
    Thread.detachNewThread { self.run() }
    return true
  }

  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }

  func enqueue(_ job: UnownedJob) {
    lock.withLock {
      jobs.append(job)
      lock.signal()
    }
  }

  /// Returns when no job is left: a task that has not ended waits for a clock that the caller
  /// moves.
  func untilIdle() async {
    await withCheckedContinuation { continuation in
      lock.withLock {
        idle = continuation
        lock.signal()
      }
    }
  }

  private func run() {
    while true {
      switch next() {
      case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      case .idle(let continuation): continuation.resume()
      }
    }
  }

  private enum Next {
    case job(UnownedJob)
    case idle(CheckedContinuation<Void, Never>)
  }

  private func next() -> Next {
    lock.withLock {
      while true {
        if begun < jobs.count {
          defer { begun += 1 }
          return .job(jobs[begun])
        }
        jobs.removeAll(keepingCapacity: true)
        begun = 0
        if let idle {
          self.idle = nil
          return .idle(idle)
        }
        lock.wait()
      }
    }
  }
}
