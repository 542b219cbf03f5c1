import HTTPTransport
import Logging
import Synchronization

/// Notices a proxy that `--trusted-proxies` does not name: a header that tells for whom it asks, from
/// an address near by, is not believed. All who come through it then have its address, share its
/// buckets, and nothing looks wrong until some are refused.
final class UntrustedProxyMonitor: Sendable {
  private static let pause = Duration.seconds(3600)
  private let line = LogThrottle(pause)
  private let lastSeen = Mutex<ContinuousClock.Instant?>(nil)

  /// Whether there was one within an hour.
  var isThere: Bool {
    lastSeen.withLock { $0.map { ContinuousClock.now - $0 < Self.pause } ?? false }
  }

  /// Says so once an hour. Where no key is asked for nobody is limited, and there is nothing to say.
  func notice(
    _ head: some RequestHead, from peer: ClientAddress, _ proxies: TrustedProxies, keys: APIKeys,
    _ logger: Logger
  ) {
    guard head.hasForwardedFor, peer.isNear, !keys.isEmpty,
      !proxies.contains(peer)
    else { return }
    lastSeen.withLock { $0 = .now }
    guard line.isDue() else { return }
    logger.warning(
      "X-Forwarded-For came from an address that is not trusted: all who ask through this proxy count as one caller, and are limited as one. If it is yours, name it with --trusted-proxies",
      metadata: ["proxy": "\(peer)"])
  }
}
