import ServiceLifecycle
import UnixSignals

/// Polls the folder once a second, and reloads it on SIGHUP without waiting for a change.
package struct ReloadService: Service {
  private let reloader: Reloader
  private let interval: Duration

  package init(_ reloader: Reloader, every interval: Duration = .seconds(1)) {
    self.reloader = reloader
    self.interval = interval
  }

  package func run() async throws {
    await withDiscardingTaskGroup { group in
      group.addTask {
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        for await _ in hangUps.cancelOnGracefulShutdown() { await reloader.reload() }
      }
      group.addTask {
        // The sleep is the poll: not every file system reports changes.
        await cancelWhenGracefulShutdown {
          while (try? await Task.sleep(for: interval)) != nil { await reloader.look() }
        }
      }
    }
  }
}
