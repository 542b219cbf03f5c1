package import LocalAppStoreServer

/// A server of ours that a story tests.
package protocol StoryServer: Sendable {
  /// Serves the world of one story until the end of `use`, which gets the address.
  ///
  /// - Parameter root: of the store, in DER.
  /// - Throws: what keeps the server from starting.
  func serve<Result: Sendable>(
    _ store: StoreService, root: [UInt8], _ use: @escaping @Sendable (_ url: String) async -> Result
  ) async throws -> Result
}
