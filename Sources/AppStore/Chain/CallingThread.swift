import Synchronization

/// Runs work that is `async` only by its declaration on the calling thread: checking a chain
/// offline never suspends. Work that did suspend would not finish and give no result.
final class CallingThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  static func run<Answer: Sendable>(
    _ work: @escaping @Sendable () async -> Answer
  ) -> Answer? {
    let thread = CallingThread()
    let slot = Slot<Answer>()
    Task(executorPreference: thread) {
      let answer = await work()
      slot.answer.withLock { $0 = answer }
    }
    while let job = thread.jobs.withLock({ $0.popLast() }) {
      unsafe job.runSynchronously(on: thread.asUnownedTaskExecutor())
    }
    return slot.answer.withLock { $0 }
  }

  private final class Slot<Answer: Sendable>: Sendable {
    let answer = Mutex<Answer?>(nil)
  }
}
