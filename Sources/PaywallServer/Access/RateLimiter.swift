package import HTTPDocuments
import HTTPService
package import HTTPTransport
import HTTPTypes

/// Limits requests with token buckets: one for each server key, and one for each address of a
/// client key, which ships in every app.
package final class RateLimiter: Sendable {
  private let buckets: [RateScope: Buckets]
  private let metrics: ServerMetrics
  private let nanoseconds: @Sendable () -> Int64

  private struct Buckets: Sendable {
    let rate: TokenRate
    let table: BucketTable
  }

  /// `seed` is random (see `BucketTable`); `nanoseconds` are of a clock that never goes back.
  package init(
    _ settings: RateSettings, seed: UInt64, metrics: ServerMetrics,
    nanoseconds: @escaping @Sendable () -> Int64 = SystemClock.nanoseconds()
  ) {
    buckets = Dictionary(
      uniqueKeysWithValues: RateScope.allCases.compactMap { scope in
        scope.rate(settings).map {
          (scope, Buckets(rate: $0, table: BucketTable(capacity: scope.capacity, seed: seed)))
        }
      })
    self.metrics = metrics
    self.nanoseconds = nanoseconds
  }

  /// - Throws: `rateLimited` if there are too few tokens; it then takes none.
  package func take(_ cost: Int, _ scope: RateScope, _ owner: BucketOwner) throws(Problem) {
    guard let buckets = buckets[scope],
      let wait = buckets.table.take(cost, from: owner, of: buckets.rate, at: nanoseconds())
    else { return }
    metrics.limited(scope)
    throw .rateLimited(scope, nanoseconds: wait)
  }

  /// Takes `cost` tokens, or all that are left.
  package func drain(_ cost: Int, _ scope: RateScope, _ owner: BucketOwner) {
    guard let buckets = buckets[scope] else { return }
    buckets.table.drain(cost, from: owner, of: buckets.rate, at: nanoseconds())
  }

  package func giveBack(_ count: Int, _ scope: RateScope, _ owner: BucketOwner) {
    guard let buckets = buckets[scope] else { return }
    buckets.table.giveBack(count, to: owner, of: buckets.rate, at: nanoseconds())
  }
}

extension Problem {
  /// Rounds up to whole seconds, at least one, so that a retry then is admitted.
  static func rateLimited(_ scope: RateScope, nanoseconds: Int64) -> Problem {
    let seconds = max(1, (nanoseconds + 999_999_999) / 1_000_000_000)
    let detail =
      switch scope {
      case .client: "Too many requests with this key from this address."
      case .server: "Too many requests with this key."
      case .records: "Too many exposures and aliases from this address; keep them and send later."
      case .unknownKey: "Too many requests without a valid key from this address."
      case .notification: "Too many notifications from this address that Apple did not sign."
      case .keptAside: "Too many notifications from this address that name no app."
      case .chains: "Too many texts from this address under certificates that are not Apple's."
      }
    return Problem(
      .rateLimited, "\(detail) Try again in \(seconds) s.", reason: scope.rawValue,
      headers: scope == .unknownKey
        ? [.retryAfter: String(seconds), .connection: "close"] : [.retryAfter: String(seconds)])
  }
}

extension RateScope {
  /// The burst is ten seconds of the rate, and at least the costliest request.
  func rate(_ settings: RateSettings) -> TokenRate? {
    switch self {
    case .client: TokenRate(perSecond: settings.client, burst: max(settings.client * 10, 200))
    case .server: TokenRate(perSecond: settings.server, burst: max(settings.server * 10, 200))
    case .records:
      TokenRate(
        perSecond: settings.client == 0 ? 0 : max(settings.client / 10, 1),
        burst: max(settings.client * 10, 200))
    case .unknownKey:
      TokenRate(
        perSecond: settings.client == 0 ? 0 : max(settings.client / 100, 1),
        burst: max(settings.client / 10, 20))
    case .notification: TokenRate(perSecond: 20, burst: 200)
    case .keptAside: TokenRate(perSecond: 1, burst: 50)
    case .chains: TokenRate(perSecond: 1, burst: 20)
    }
  }

  /// Owners that the table remembers.
  var capacity: Int { self == .client ? 65_536 : self == .server ? 512 : 16_384 }
}
