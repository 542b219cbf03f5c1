import HTTPTransport
import HTTPTypes
import Logging
import Synchronization

/// Notices a proxy that `--trusted-proxies` does not name: a nearby address sends
/// `X-Forwarded-For`, which is ignored. All callers through this proxy then share its address and
/// its buckets, and nothing looks wrong until some are refused.
final class UntrustedProxyMonitor: Sendable {
  private static let pause = Duration.seconds(3600)
  private let line = LogThrottle(pause)
  private let lastSeen = Mutex<ContinuousClock.Instant?>(nil)

  /// Whether one was seen within an hour.
  var isThere: Bool {
    lastSeen.withLock { $0.map { ContinuousClock.now - $0 < Self.pause } ?? false }
  }

  /// Logs it once an hour. Without keys there is no limit, and nothing to log.
  func notice(
    _ head: HTTPRequest, from peer: ClientAddress, _ proxies: TrustedProxies, keys: APIKeys,
    _ logger: Logger
  ) {
    guard head.hasForwardedFor, peer.isNear, !keys.isEmpty,
      !proxies.contains(peer)
    else { return }
    lastSeen.withLock { $0 = .now }
    guard line.isDue() else { return }
    logger.warning(
      "X-Forwarded-For came from an address that is not trusted: all callers behind this proxy count as one, and share one rate limit. If it is yours, name it with --trusted-proxies",
      metadata: ["proxy": "\(peer)"])
  }
}
