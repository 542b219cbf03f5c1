import HTTPDocuments
package import HTTPTransport
package import HTTPTypes
package import Logging
import PaywallCatalog

/// The facts that every route knows about its request.
package struct RequestScope: Sendable {
  package let head: HTTPRequest
  package let entry: Entry
  let parameters: PathParameters

  /// The parts of the service that one request reads, each once. A class, so that handing it on costs one
  /// reference.
  package final class Entry: Sendable {
    package let requestId: String
    /// The caller's trace, if it named one.
    package let trace: TraceContext?
    package let release: PreparedRelease
    /// The client, past the trusted proxies.
    package let address: ClientAddress
    /// The other end of the connection.
    package let peer: ClientAddress
    /// The same for all requests.
    let services: EntryFactory

    init(
      requestId: String, trace: TraceContext?, release: PreparedRelease, address: ClientAddress,
      peer: ClientAddress, services: EntryFactory
    ) {
      self.requestId = requestId
      self.trace = trace
      self.release = release
      self.address = address
      self.peer = peer
      self.services = services
    }
  }
}

extension RequestScope.Entry {
  package var authenticator: Authenticator { services.authenticator }
  package var limiter: RateLimiter { services.limiter }
  package var userProofs: UserProofs { services.userProofs }
  package var longBodies: YieldingQueue<BucketOwner> { services.longBodies }
  package var uses: KeyUseCounts { services.uses }
}

extension RequestScope {
  /// The caller, if its role includes the required one.
  func caller(including role: APIKey.Role) throws(Problem) -> Caller {
    let caller = try entry.admit(head)
    guard caller.role.includes(role) else {
      guard !caller.isKeyless else {
        throw Problem.keysRequired(
          "This needs a key with the role \(role.rawValue), and this server has no keys",
          role: role)
      }
      throw Problem(
        .roleRequired,
        "This needs a key with the role \(role.rawValue); the key '\(caller.name)' has the role \(caller.role.rawValue)."
      )
    }
    return caller
  }
}

extension RequestScope.Entry {
  /// The metadata of a log line: the ids that find the request's lines, and its own.
  package func metadata(_ own: Logger.Metadata) -> Logger.Metadata {
    var metadata = own
    metadata["request"] = "\(requestId)"
    if let trace { metadata["trace"] = "\(trace.traceId)" }
    return metadata
  }
}

extension RequestScope.Entry {
  /// Uncacheable JSON of the release that the request reads.
  func response(momentary content: Content) -> Response {
    Response(momentary: content, release: release.release)
  }

  func response(momentary json: [UInt8]) -> Response {
    Response(momentary: json, release: release.release)
  }
}
