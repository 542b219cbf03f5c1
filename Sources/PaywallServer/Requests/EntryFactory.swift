import HTTPTransport
import HTTPTypes
import Logging

/// Reads the parts of the service that a request needs, each once: the first steps of every
/// request.
final class EntryFactory: Sendable {
  let current: CurrentRelease
  private let services: EntryServices
  private let proxies: TrustedProxies
  private let untrustedProxy: UntrustedProxyMonitor
  private let logger: Logger
  private let requestId: @Sendable () -> String

  init(
    current: CurrentRelease, authenticator: Authenticator, limiter: RateLimiter,
    proxies: TrustedProxies,
    userProofs: UserProofs, longBodies: YieldingQueue<BucketOwner>,
    untrustedProxy: UntrustedProxyMonitor, uses: KeyUseCounts, logger: Logger,
    requestId: @escaping @Sendable () -> String
  ) {
    self.current = current
    services = EntryServices(
      authenticator: authenticator, limiter: limiter, userProofs: userProofs,
      longBodies: longBodies, uses: uses)
    self.proxies = proxies
    self.untrustedProxy = untrustedProxy
    self.logger = logger
    self.requestId = requestId
  }

  /// Reads the id, the release and the address; notes an untrusted proxy.
  func entry(_ head: HTTPRequest, from peer: ClientAddress) -> RequestScope.Entry {
    let release = current.value
    untrustedProxy.notice(head, from: peer, proxies, keys: release.keys, logger)
    return RequestScope.Entry(
      requestId: head.ownRequestId ?? requestId(), trace: head.trace, release: release,
      address: proxies.client(of: head, peer: peer), peer: peer, services: services)
  }
}
