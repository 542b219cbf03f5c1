import Foundation
import LocalAppStore
package import LocalAppStoreServer
package import LocalAppStoreStories
package import Logging
import OfferSigning
import PaywallCatalog
package import PaywallServer
import ServiceLifecycle

/// A server of ours for the world of one story: with the configuration of a folder, the world's
/// clock, and a ledger that ends with the story. It asks for no API key.
package struct OwnServer: StoryServer {
  private let folder: String
  private let load: FolderLoader
  private let logger: Logger

  package init(
    _ folder: String, load: @escaping FolderLoader = LoadedFolder.catalogFiles, logger: Logger
  ) {
    self.folder = folder
    self.load = load
    self.logger = logger
  }

  package func serve<Result: Sendable>(
    _ store: StoreService, root: [UInt8], _ use: @escaping @Sendable (_ url: String) async -> Result
  ) async throws -> Result {
    let state = FileManager.default.temporaryDirectory
      .appending(path: "paywall-story-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: state) }
    var settings = Settings()
    settings.port = 0
    settings.config = folder
    settings.stateDirectory = state.path()
    settings.ledger = "memory"
    settings.appStore = LocalAppStoreSettings(url: "of the story")
    settings.appStore?.root = root
    let server = try await started(settings, now: { store.serverTime })
    do {
      for key in server.dependencies.signer?.keys.verifying ?? [] {
        _ = try await store.trust(key)
      }
      let result = try await run(server, use)
      await server.end()
      return result
    } catch {
      await server.end()
      throw error
    }
  }

  private func started(
    _ settings: Settings, now: @escaping @Sendable () -> Timestamp
  ) async throws -> PaywallService {
    let load = load
    do {
      return try await PaywallService(
        settings,
        load: { folder in
          var loaded = load(folder)
          loaded.keys = []
          loaded.snapshot?.keys = []
          return loaded
        }, logger: logger, now: now)
    } catch let error as StartError {
      var isMistake = false
      if case .configuration = error { isMistake = true }
      throw StoryServerError(description: error.description, isMistake: isMistake)
    }
  }

  private func run<Result: Sendable>(
    _ server: PaywallService, _ use: @escaping @Sendable (_ url: String) async -> Result
  ) async throws -> Result {
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let group = ServiceGroup(
      configuration: .init(
        services: [
          server.service(longestAnswer: StoryRunner.patienceWithOwnServer) { port in
            listening.yield(port)
            listening.finish()
          }
        ], logger: logger))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        // A server that cannot listen gives no port.
        defer { listening.finish() }
        try await group.run()
      }
      guard let port = await ports.first(where: { _ in true }) else {
        try await tasks.waitForAll()
        throw CancellationError()
      }
      let result = await use("http://127.0.0.1:\(port)")
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return result
    }
  }
}
