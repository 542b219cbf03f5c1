import HTTPTransport
import HTTPTypes
import Logging

/// Reads the parts of the service that a request needs, each once: the first steps of every
/// request. Holds the services that all requests use; a class, so that an entry carries one reference.
final class EntryFactory: Sendable {
  let authenticator: Authenticator
  let limiter: RateLimiter
  let userProofs: UserProofs
  let longBodies: YieldingQueue<BucketOwner>
  let uses: KeyUseCounts
  private let current: CurrentRelease
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
    (self.authenticator, self.limiter, self.userProofs) = (authenticator, limiter, userProofs)
    (self.longBodies, self.uses, self.current) = (longBodies, uses, current)
    (self.proxies, self.untrustedProxy) = (proxies, untrustedProxy)
    (self.logger, self.requestId) = (logger, requestId)
  }

  /// Reads the id, the release and the address; notes an untrusted proxy.
  func entry(_ head: HTTPRequest, from peer: ClientAddress) -> RequestScope.Entry {
    let release = current.value
    untrustedProxy.notice(head, from: peer, proxies, keys: release.keys, logger)
    return RequestScope.Entry(
      requestId: head.ownRequestId ?? requestId(), trace: head.trace, release: release,
      address: proxies.client(of: head, peer: peer), peer: peer, services: self)
  }
}
