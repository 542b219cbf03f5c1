import HTTPTransport
import Logging

/// Reads what a request needs of the service, each part once: the first steps on every path
/// (PlainRequests.md).
final class EntryFactory: Sendable {
  let current: CurrentRelease
  private let authenticator: Authenticator
  private let limiter: RateLimiter
  private let proxies: TrustedProxies
  private let userProofs: UserProofs
  private let longBodies: YieldingQueue<BucketOwner>
  private let untrustedProxy: UntrustedProxyMonitor
  private let uses: KeyUseCounts
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
    self.authenticator = authenticator
    self.limiter = limiter
    self.proxies = proxies
    self.userProofs = userProofs
    self.longBodies = longBodies
    self.untrustedProxy = untrustedProxy
    self.uses = uses
    self.logger = logger
    self.requestId = requestId
  }

  /// Reads the id, the release and the address; notes an untrusted proxy.
  func entry(_ head: some RequestHead, from peer: ClientAddress) -> RequestScope.Entry {
    let release = current.value
    untrustedProxy.notice(head, from: peer, proxies, keys: release.keys, logger)
    return RequestScope.Entry(
      requestId: head.ownRequestId ?? requestId(), release: release, authenticator: authenticator,
      address: proxies.client(of: head, peer: peer), peer: peer, limiter: limiter,
      userProofs: userProofs, longBodies: longBodies, uses: uses)
  }
}
