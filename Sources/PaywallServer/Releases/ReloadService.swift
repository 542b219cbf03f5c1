import ServiceLifecycle
import UnixSignals

/// Polls files once a second, and reads them on SIGHUP without waiting for a change.
struct ReloadService: Service {
  /// Reads what has changed and is stable.
  let look: @Sendable () async -> Void
  /// Reads all.
  let reload: @Sendable () async -> Void

  func run() async throws {
    await withDiscardingTaskGroup { group in
      group.addTask {
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        for await _ in hangUps.cancelOnGracefulShutdown() { await reload() }
      }
      group.addTask {
        // The sleep is the poll: not every file system reports changes.
        await cancelWhenGracefulShutdown {
          while (try? await Task.sleep(for: .seconds(1))) != nil { await look() }
        }
      }
    }
  }
}
