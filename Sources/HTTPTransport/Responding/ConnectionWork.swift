import NIOCore

/// The work of the routes for a connection; it must end before the service.
package final class ConnectionWork: Sendable {
  /// Completed once the channel is closed and no route works for it.
  private let ended: EventLoopPromise<Void>
  let channel: any Channel
  private let executor: EventLoopExecutor
  private let state: NIOLoopBoundBox<State>

  private struct State {
    var isClosed = false
    var isCancelled = false
    /// Routes that have begun.
    var begun = 0
    /// The routes that are working, by number; `nil` while the first part of a route runs.
    var tasks: [Int: Task<Void, Never>?] = [:]
    var atEnd: (@Sendable () -> Void)?
  }

  /// On the event loop of the channel, which is the executor's.
  init(of channel: any Channel, on executor: EventLoopExecutor) {
    self.channel = channel
    self.executor = executor
    ended = channel.eventLoop.makePromise()
    state = NIOLoopBoundBox(State(), eventLoop: channel.eventLoop)
    channel.closeFuture.whenComplete { _ in
      self.state.value.isClosed = true
      self.endIfDone()
    }
  }

  /// Runs a route on the event loop, and there `use` with its answer.
  func begin<Answer: Sendable>(
    _ route: @escaping @Sendable () async -> Answer,
    then use: @escaping @Sendable (Answer) -> Void
  ) {
    state.value.begun += 1
    let number = state.value.begun
    state.value.tasks.updateValue(nil, forKey: number)
    let task = executor.start {
      let answer = await route()
      self.executor.run {
        // Before the use, which may begin the next route.
        self.state.value.tasks.removeValue(forKey: number)
        use(answer)
        self.endIfDone()
      }
    }
    // The route may be done already.
    guard state.value.tasks.keys.contains(number) else { return }
    state.value.tasks.updateValue(task, forKey: number)
    if state.value.isCancelled { task.cancel() }
  }

  private func endIfDone() {
    guard state.value.isClosed, state.value.tasks.isEmpty else { return }
    state.value.atEnd?()
    state.value.atEnd = nil
    ended.succeed()
  }

  /// Sets the action that runs on the event loop before the end is known.
  func atEnd(_ action: @escaping @Sendable () -> Void) { state.value.atEnd = action }

  /// Runs on the event loop once the channel is closed and no route works for it.
  func whenEnded(_ action: @escaping @Sendable () -> Void) {
    ended.futureResult.whenComplete { _ in action() }
  }

  /// Waits until the channel is closed and no route works for it. If the waiting task is cancelled,
  /// closes the channel and cancels the routes.
  package func end() async {
    await withTaskCancellationHandler {
      try? await ended.futureResult.get()
    } onCancel: {
      channel.close(mode: .input, promise: nil)
      executor.run {
        self.state.value.isCancelled = true
        for task in self.state.value.tasks.values { task?.cancel() }
      }
    }
  }
}
