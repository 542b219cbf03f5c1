package import Foundation
import LocalAppStoreServer
package import Logging
import ServiceLifecycle

/// A server of ours for the world of one story: `paywall serve --for-tests` as a process of its own, with the
/// configuration of a folder, the world's clock, and a ledger in memory.
package struct OwnServer: Sendable {
  private let program: URL
  private let folder: String
  private let logger: Logger

  /// - Parameters:
  ///   - program: the file of `paywall`.
  ///   - folder: holds `Paywalls` and `Experiments`.
  package init(_ program: URL, folder: String, logger: Logger) {
    self.program = program
    self.folder = folder
    self.logger = logger
  }

  /// Serves the world until the end of `use`, which gets the address.
  ///
  /// - Throws: ``StoryServerError`` if the server does not start.
  func serve<Result: Sendable>(
    _ store: StoreService, _ use: @escaping @Sendable (_ url: String) async -> Result
  ) async throws -> Result {
    let state = FileManager.default.temporaryDirectory
      .appending(path: "paywall-story-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: state) }
    return try await serving(store) { url in
      let server = try ServerProcess(program, arguments(store: url, state: state.path()))
      do {
        let result = await use(try await server.address())
        await server.end()
        return result
      } catch {
        await server.end()
        throw error
      }
    }
  }

  private func arguments(store: String, state: String) -> [String] {
    [
      "serve", "--for-tests", "--port", "0", "--config", folder, "--state-dir", state,
      "--ledger", "memory", "--app-store", store,
    ]
  }

  /// Lets the server ask the store, whose clock it takes, on a port that the system chooses.
  private func serving<Result: Sendable>(
    _ store: StoreService, _ use: @escaping @Sendable (_ url: String) async throws -> Result
  ) async throws -> Result {
    let application = StoreApplication(
      store, access: try StoreAccess(host: Self.host, token: nil), host: Self.host, port: 0,
      logger: logger)
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let services = application.services { port in
      listening.yield(port)
      listening.finish()
    }
    let group = ServiceGroup(configuration: .init(services: services, logger: logger))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        // A store that cannot listen gives no port.
        defer { listening.finish() }
        try await group.run()
      }
      guard let port = await ports.first(where: { _ in true }) else {
        try await tasks.waitForAll()
        throw CancellationError()
      }
      let result = try await use("http://\(Self.host):\(port)")
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return result
    }
  }

  private static let host = "127.0.0.1"
}

/// The reason why a server of ours does not start.
package struct StoryServerError: Error, Hashable, Sendable {
  /// The printed text: what is wrong, and what to do.
  package let description: String
  /// Whether the configuration has a mistake, rather than something outside.
  package let isMistake: Bool
}
