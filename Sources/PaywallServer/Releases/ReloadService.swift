import ServiceLifecycle
import UnixSignals

/// Polls files once a second, and reads them on SIGHUP without waiting for a change.
package struct ReloadService: Service {
  private let look: @Sendable () async -> Void
  private let reload: @Sendable () async -> Void
  private let interval: Duration

  /// - Parameters:
  ///   - look: reads what has changed and is stable.
  ///   - reload: reads all.
  package init(
    every interval: Duration = .seconds(1), look: @escaping @Sendable () async -> Void,
    reload: @escaping @Sendable () async -> Void
  ) {
    self.look = look
    self.reload = reload
    self.interval = interval
  }

  package func run() async throws {
    await withDiscardingTaskGroup { group in
      group.addTask {
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        for await _ in hangUps.cancelOnGracefulShutdown() { await reload() }
      }
      group.addTask {
        // The sleep is the poll: not every file system reports changes.
        await cancelWhenGracefulShutdown {
          while (try? await Task.sleep(for: interval)) != nil { await look() }
        }
      }
    }
  }
}
