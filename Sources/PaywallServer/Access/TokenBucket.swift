/// How fast tokens come back, and how many there can be. Whole nanoseconds for each token, rounded
/// up, so that nothing drifts and nobody gets more than was said.
package struct TokenRate: Hashable, Sendable {
  /// Nanoseconds until one token is back.
  package let interval: Int64
  /// Tokens in a full bucket.
  package let burst: Int64

  /// `nil` for no limit: a rate of 0.
  ///
  /// - Parameters:
  ///   - perSecond: tokens; up to a billion.
  ///   - burst: at least 1.
  package init?(perSecond: Int, burst: Int) {
    guard perSecond > 0 else { return nil }
    let rate = Int64(min(perSecond, 1_000_000_000))
    interval = (1_000_000_000 + rate - 1) / rate
    self.burst = Int64(max(1, min(burst, 1_000_000_000)))
  }

  /// Nanoseconds in which an empty bucket becomes full; at most 10^18, about 31 years.
  package var span: Int64 { interval * burst }
}

/// Tokens that are taken by requests and come back with time, as one number: the moment at which
/// the bucket is full again. Moments are nanoseconds of a monotonic clock.
package struct TokenBucket: Hashable, Sendable {
  /// In the past for a full bucket.
  package private(set) var fullAt: Int64

  package init(fullAt: Int64 = 0) { self.fullAt = fullAt }

  /// Takes tokens, or tells in how many nanoseconds they could be taken. More than the bucket can
  /// hold cost a full bucket.
  package mutating func take(_ cost: Int, of rate: TokenRate, at now: Int64) -> Int64? {
    let cost = Int64(clamping: max(0, cost))
    let start = max(fullAt, now)
    let end = start + min(cost, rate.burst) * rate.interval
    let over = end - now - rate.span
    guard over <= 0 else { return over }
    fullAt = end
    return nil
  }

  /// Takes so many tokens, or all that there are.
  package mutating func drain(_ cost: Int, of rate: TokenRate, at now: Int64) {
    let start = max(fullAt, now)
    let end = start + min(Int64(clamping: max(0, cost)), rate.burst) * rate.interval
    fullAt = max(start, min(end, now + rate.span))
  }

  /// Gives back tokens that were not used.
  package mutating func giveBack(_ count: Int, of rate: TokenRate, at now: Int64) {
    let count = min(Int64(clamping: max(0, count)), rate.burst)
    fullAt = max(fullAt, now) - count * rate.interval
  }
}
