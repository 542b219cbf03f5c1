import HTTPDocuments
import HTTPTransport
import PaywallAPI
import PaywallCatalog

extension Request {
  /// Reads the body of a post of the App Store, and answers it. If it turns out not to be Apple's, its
  /// sender pays for its bytes.
  ///
  /// - Throws: `rateLimited`, with nothing read, if the sender has no tokens left.
  func ofAppStore(
    _ entry: RequestScope.Entry, _ answer: (JSONValue) async throws(Problem) -> Response
  ) async throws -> Response {
    try entry.checkNotifications()
    var size = announcedBytes ?? Limits.notification
    do {
      let bytes = try await notification()
      size = bytes.count
      return try await answer(
        try await JSONReader.aside(
          bytes, entry.longBodies, for: BucketOwner(network: entry.address.network)
        ) { try JSONReader.read($0) })
    } catch let problem as Problem {
      if problem.isNotFromApple { entry.chargeNotification(bytes: size) }
      throw problem
    } catch is IncompleteRequest {
      entry.chargeNotification(bytes: 0)
      throw IncompleteRequest()
    }
  }
}
