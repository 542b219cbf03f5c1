import SystemLibrary

/// A thread for work that may wait for all other work of the machine.
package enum YieldingThread {
  /// For work that a request waits for. Beside a busy thread of priority 0 it still gets a tenth of a
  /// processor.
  package static let niceOfRequests: Int32 = 10

  /// Runs something on a thread of its own, at the lowest priority.
  ///
  /// - Returns: `false` if the system has no thread to give.
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    start(nice: 19, work)
  }

  /// Runs something on a thread of its own.
  ///
  /// - Parameter nice: from 1 to 19, the lowest priority.
  /// - Returns: `false` if the system has no thread to give.
  package static func start(nice: Int32, _ work: @escaping @Sendable () -> Void) -> Bool {
    let handed = unsafe Unmanaged.passRetained(Work(nice, work))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let result = unsafe pthread_create(
      &thread, nil,
      { pointer in
        #if canImport(Darwin)
        let handed = unsafe Unmanaged<Work>.fromOpaque(pointer)
        #else
        guard let pointer = unsafe pointer else { return nil }
        let handed = unsafe Unmanaged<Work>.fromOpaque(pointer)
        #endif
        let work = unsafe handed.takeRetainedValue()
        YieldingThread.lowerPriority(to: work.nice)
        work.run()
        return nil
      }, unsafe handed.toOpaque())
    guard result == 0 else {
      unsafe handed.release()
      return false
    }
    #if canImport(Darwin)
    if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
    _ = pthread_detach(thread)
    #endif
    return true
  }

  /// Nanoseconds of a processor that this thread has taken.
  package static var processorTime: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Leaves the processor to other threads for so long: the sleep is the share that they are given.
  package static func rest(nanoseconds: Int64) {
    guard nanoseconds > 0 else { return }
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    _ = unsafe nanosleep(&time, nil)
  }

  /// Sets the priority of the calling thread: from 0, like others, to 19, which yields to all.
  static func lowerPriority(to nice: Int32) {
    #if canImport(Darwin)
    pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
    // On Linux a priority is that of a thread, and 0 the one that calls. Without the permission
    // it stays as it is.
    _ = setpriority(ofThread, 0, nice)
    #endif
  }

  #if !canImport(Darwin)
  /// `PRIO_PROCESS`, which the headers of C type in several ways.
  private static let ofThread: Int32 = 0

  /// 0 for a thread like others, 19 for one that yields to all.
  package static var priority: Int { Int(getpriority(ofThread, 0)) }
  #endif

  private final class Work: Sendable {
    let nice: Int32
    let run: @Sendable () -> Void

    init(_ nice: Int32, _ run: @escaping @Sendable () -> Void) {
      self.nice = nice
      self.run = run
    }
  }
}
