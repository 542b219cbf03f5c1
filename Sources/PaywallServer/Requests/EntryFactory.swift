import HTTPTransport
import Logging

/// Reads what a request needs of the service, each part once: the first steps on every path
/// (Transport.md).
final class EntryFactory: Sendable {
  let current: CurrentRelease
  private let gate: Gate
  private let limiter: RateLimiter
  private let proxies: TrustedProxies
  private let userProofs: UserProofs
  private let unnamedProxy: UnnamedProxy
  private let logger: Logger
  private let requestId: @Sendable () -> String

  init(
    current: CurrentRelease, gate: Gate, limiter: RateLimiter, proxies: TrustedProxies,
    userProofs: UserProofs, unnamedProxy: UnnamedProxy, logger: Logger,
    requestId: @escaping @Sendable () -> String
  ) {
    self.current = current
    self.gate = gate
    self.limiter = limiter
    self.proxies = proxies
    self.userProofs = userProofs
    self.unnamedProxy = unnamedProxy
    self.logger = logger
    self.requestId = requestId
  }

  /// The request's id, its release, a proxy that is not trusted, the address.
  func entry(_ head: some RequestHead, from peer: ClientAddress) -> RequestScope.Entry {
    let release = current.value
    unnamedProxy.notice(head, from: peer, proxies, keys: release.keys, logger)
    return RequestScope.Entry(
      requestId: head.ownRequestId ?? requestId(), release: release, gate: gate,
      address: proxies.client(of: head, peer: peer), peer: peer, limiter: limiter,
      userProofs: userProofs)
  }
}
