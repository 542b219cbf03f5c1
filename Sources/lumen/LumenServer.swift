import AppStoreFixtures
import Foundation
import Logging
import PaywallCatalog
import PaywallKit
import PaywallKitTesting
import PaywallServer
import ServiceLifecycle

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The real server on the shipped configuration, by the clock of the fake App Store, on a port of its own.
struct LumenServer {
  let folder: String
  let store: FakeStore

  /// Serves for as long as `use` runs.
  func run(_ use: @escaping @Sendable (URL) async throws -> Void) async throws {
    let work = FileManager.default.temporaryDirectory
      .appending(path: "lumen-server-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: work) }
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    let root = work.appending(path: "root.cer")
    try Vectors.pki().root.write(to: root)
    var settings = Settings()
    settings.port = 0
    settings.config = folder
    settings.stateDirectory = work.path()
    settings.ledger = "memory"
    settings.appleRoots = [root.path()]
    settings.appleRootsInProduction = true
    let logger = Logger(label: "lumen") { _ in SwiftLogNoOpLogHandler() }
    let service = try await PaywallService(
      settings, load: LoadedFolder.catalogFiles, logger: logger,
      now: { [store] in
        Timestamp(milliseconds: Int64(store.now.timeIntervalSince1970 * 1000))
      })
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let application = service.service { port in
      continuation.yield(port)
      continuation.finish()
    }
    let group = ServiceGroup(
      configuration: .init(services: [application], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      guard let port = await ports.first(where: { _ in true }),
        let url = URL(string: "http://127.0.0.1:\(port)")
      else { return }
      try await use(url)
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
  }

  /// The network, with the time of the fake App Store.
  static func transport(at now: @escaping @Sendable () -> Date) -> Transport {
    { request in
      var asked = URLRequest(url: request.url)
      asked.httpMethod = request.method
      asked.httpBody = request.body
      for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
      let (body, answer) = try await URLSession.shared.data(for: asked)
      guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      var headers: [String: String] = ["Date": written(now())]
      for name in ["Content-Type", "Cache-Control", "ETag", "Retry-After"] {
        headers[name] = answer.value(forHTTPHeaderField: name)
      }
      return TransportResponse(status: answer.statusCode, headers: headers, body: body)
    }
  }

  private static func written(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
