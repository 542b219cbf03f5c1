/// How fast a bucket refills, and its capacity. The interval is whole nanoseconds per token,
/// rounded up, so that it never drifts and never exceeds the rate.
package struct TokenRate: Hashable, Sendable {
  /// Nanoseconds to refill one token.
  package let interval: Int64
  /// Tokens in a full bucket.
  package let burst: Int64

  /// `nil` for a rate of 0: no limit.
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

  /// Nanoseconds to refill an empty bucket; at most 10^18, about 31 years.
  package var span: Int64 { interval * burst }
}

/// A token bucket as one number: the time at which it is full again, in nanoseconds of a monotonic
/// clock.
package struct TokenBucket: Hashable, Sendable {
  /// In the past for a full bucket.
  package private(set) var fullAt: Int64

  package init(fullAt: Int64 = 0) { self.fullAt = fullAt }

  /// Takes tokens, or returns the nanoseconds until they are available. A cost above the capacity
  /// takes a full bucket.
  package mutating func take(_ cost: Int, of rate: TokenRate, at now: Int64) -> Int64? {
    if let wait = wait(for: cost, of: rate, at: now) { return wait }
    fullAt = fullAt(after: cost, of: rate, at: now)
    return nil
  }

  /// The nanoseconds until tokens are available; `nil` if they are.
  package func wait(for cost: Int, of rate: TokenRate, at now: Int64) -> Int64? {
    let over = fullAt(after: cost, of: rate, at: now) - now - rate.span
    return over <= 0 ? nil : over
  }

  private func fullAt(after cost: Int, of rate: TokenRate, at now: Int64) -> Int64 {
    max(fullAt, now) + min(Int64(clamping: max(0, cost)), rate.burst) * rate.interval
  }

  /// Takes `cost` tokens, or all that are left.
  package mutating func drain(_ cost: Int, of rate: TokenRate, at now: Int64) {
    fullAt = max(fullAt, now, min(fullAt(after: cost, of: rate, at: now), now + rate.span))
  }

  /// Gives back unused tokens.
  package mutating func giveBack(_ count: Int, of rate: TokenRate, at now: Int64) {
    let count = min(Int64(clamping: max(0, count)), rate.burst)
    fullAt = max(fullAt, now) - count * rate.interval
  }
}
