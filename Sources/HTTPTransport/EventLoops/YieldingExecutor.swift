/// Runs the jobs of an actor on a thread that yields to the event loops. The thread ends when no job
/// waits.
package final class YieldingExecutor: SerialExecutor {
  private let queue = YieldingQueue<Int>(threads: 1)

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.add(0) { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
