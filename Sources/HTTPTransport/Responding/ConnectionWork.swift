import NIOCore

/// The work of the routes for a connection, or for a stream; it must end before the service.
package final class ConnectionWork: Sendable {
  /// Completed once the channel is closed and no route works for it.
  private let ended: EventLoopPromise<Void>
  private let channel: any Channel
  private let executor: EventLoopExecutor
  private let state: NIOLoopBoundBox<State>

  private struct State {
    var isClosed = false
    var isWorking = false
    var isCancelled = false
    /// Routes that have begun.
    var begun = 0
    /// The route that is working.
    var task: Task<Void, Never>?
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
    state.value.isWorking = true
    state.value.begun += 1
    let number = state.value.begun
    let task = executor.start {
      let answer = await route()
      self.executor.run {
        // Before the use, which may begin the next route.
        self.state.value.isWorking = false
        self.state.value.task = nil
        use(answer)
        self.endIfDone()
      }
    }
    // The route may be done already, and its use may have begun the next one.
    guard state.value.isWorking, state.value.begun == number else { return }
    state.value.task = task
    if state.value.isCancelled { task.cancel() }
  }

  private func endIfDone() {
    if state.value.isClosed, !state.value.isWorking { ended.succeed() }
  }

  /// Runs on the event loop once the channel is closed and no route works for it.
  func whenEnded(_ action: @escaping @Sendable () -> Void) {
    ended.futureResult.whenComplete { _ in action() }
  }

  /// Waits until the channel is closed and no route works for it. If the waiting task is cancelled,
  /// closes the channel and cancels the route.
  func end() async {
    await withTaskCancellationHandler {
      try? await ended.futureResult.get()
    } onCancel: {
      channel.close(mode: .input, promise: nil)
      executor.run {
        self.state.value.isCancelled = true
        self.state.value.task?.cancel()
      }
    }
  }
}
