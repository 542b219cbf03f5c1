import Foundation
public import PaywallKit

extension Paywalls.Configuration {
  /// A client of a fake server and a fake store, which keeps everything in memory.
  public static func testing(server: FakeServer, store: FakeStore) -> Paywalls.Configuration {
    var configuration = Paywalls.Configuration(
      server: URL(fileURLWithPath: "/fake"), clientKey: nil, store: store)
    configuration.advanced.transport = server.transport
    configuration.storage = VolatileStorage()
    return configuration
  }
}

/// A storage that ends with the client.
private final class VolatileStorage: Storage, @unchecked Sendable {
  // Read and written under the lock.
  private let lock = NSLock()
  private var files: [String: Data] = [:]

  func read(_ name: String) throws -> Data? { lock.withLock { files[name] } }

  func write(_ content: Data, to name: String) throws { lock.withLock { files[name] = content } }

  func remove(_ name: String) throws { lock.withLock { files[name] = nil } }

  func names(from prefix: String) throws -> [String] {
    lock.withLock { files.keys.filter { $0.hasPrefix(prefix) }.sorted() }
  }
}
