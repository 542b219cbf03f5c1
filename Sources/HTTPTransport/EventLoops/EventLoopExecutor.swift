package import NIOCore

/// Runs the tasks of a connection on the event loop of its socket, so that a request is read and
/// answered on one thread without a hop.
package final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop
  private let start: NIOLoopBoundBox<Start>
  private let boundTurns: NIOLoopBoundBox<LoopTurns>

  private enum Start {
    case idle
    /// A task is being made.
    case making
    /// The first part of a task that was made.
    case made(UnownedJob)
    /// A part of a task is running.
    case running
  }

  package init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
    start = .makeBoxSendingValue(.idle, eventLoop: eventLoop)
    boundTurns = .makeBoxSendingValue(LoopTurns(eventLoop), eventLoop: eventLoop)
  }

  /// The turns of all connections of the event loop; asked for on it.
  var turns: LoopTurns { boundTurns.value }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if eventLoop.inEventLoop, case .making = start.value {
      start.value = .made(job)
    } else {
      eventLoop.execute { self.run(job) }
    }
  }

  private func run(_ job: UnownedJob) {
    start.value = .running
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    start.value = .idle
  }

  /// Begins a task on the event loop, from the event loop: it runs to its first wait before this
  /// returns. One that is begun by such a task is run later, so that no stack grows with the number
  /// of requests. Detached, because it inherits nothing of another request.
  func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    guard case .idle = start.value else {
      return Task.detached(executorPreference: self, operation: operation)
    }
    start.value = .making
    let task = Task.detached(executorPreference: self, operation: operation)
    guard case .made(let job) = start.value else {
      start.value = .idle
      return task
    }
    run(job)
    return task
  }

  /// On the event loop; at once if this is it.
  func run(_ work: @escaping @Sendable () -> Void) {
    if eventLoop.inEventLoop { work() } else { eventLoop.execute(work) }
  }
}
