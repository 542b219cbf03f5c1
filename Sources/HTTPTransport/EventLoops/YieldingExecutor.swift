import NIOCore
import NIOPosix

/// Runs what takes long on threads of its own, which yield to the event loops: a burst of large
/// bodies takes the time that plain requests leave.
final class YieldingExecutor: TaskExecutor {
  static let shared = YieldingExecutor(threads: System.coreCount)

  /// Of 19. Beside a busy event loop such a thread still gets a tenth of a core.
  static let nice: Int32 = 10

  private let threads: NIOThreadPool

  init(threads count: Int) {
    threads = NIOThreadPool(numberOfThreads: count)
    threads.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.submit { _ in
      YieldingThread.lowerPriority(to: Self.nice)
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
