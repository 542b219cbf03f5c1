import Synchronization

/// Runs one work after the other.
package final class ReportQueue: Sendable {
  /// The next one waits for it.
  private let last = Mutex<Task<Void, Never>?>(nil)

  package init() {}

  func run<Output: Sendable>(
    _ work: @escaping @Sendable () async throws -> Output
  ) -> Task<Output, any Error> {
    last.withLock { last in
      let before = last
      let task = Task {
        await before?.value
        return try await work()
      }
      last = Task { _ = await task.result }
      return task
    }
  }
}
