package import LocalAppStoreServer

/// A server of ours that a story tests.
package protocol StoryServer: Sendable {
  /// Serves the world of one story until the end of `use`, which gets the address.
  ///
  /// - Parameter root: of the store, in DER.
  /// - Throws: ``StoryServerError`` if the server does not start.
  func serve<Result: Sendable>(
    _ store: StoreService, root: [UInt8], _ use: @escaping @Sendable (_ url: String) async -> Result
  ) async throws -> Result
}

/// Why a server of ours does not start.
package struct StoryServerError: Error, Hashable, Sendable {
  /// As it is printed: what is wrong, and what to do.
  package let description: String
  /// Whether the configuration has a mistake, rather than something outside.
  package let isMistake: Bool

  package init(description: String, isMistake: Bool) {
    self.description = description
    self.isMistake = isMistake
  }
}
