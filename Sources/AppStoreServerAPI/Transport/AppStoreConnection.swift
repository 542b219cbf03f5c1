import AsyncHTTPClient

/// The connections to Apple, closed when the last user is gone.
private final class AppStoreConnection: Sendable {
  let client = HTTPClient.ofAppStoreServerAPI()

  deinit { client.shutdown { _ in } }
}

extension AppStoreTransport {
  /// Over connections of its own.
  package static func connecting() -> AppStoreTransport {
    let connection = AppStoreConnection()
    let transport = AppStoreTransport(connection.client)
    return AppStoreTransport { request async throws(TransportFailure) in
      defer { withExtendedLifetime(connection) {} }
      return try await transport.send(request)
    }
  }
}
