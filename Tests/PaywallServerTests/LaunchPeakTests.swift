import HTTPDocuments
import HTTPTransport
import PaywallAPI
@testable import PaywallServer
import Synchronization
import Testing

/// A push that all customers open at once, with a server's default rates, by a clock that the test
/// moves.
@Suite("A launch peak")
struct LaunchPeakTests {
  /// The bucket of one client key behind the one address of a carrier.
  private static let owner = BucketOwner(
    key: 1, network: ClientAddress(v4: 0xCB00_7107))

  /// The cost of a phone's launch: three requests for placements, two signed texts, a batch of two
  /// exposures.
  private static let requests = [1, 1, 1 + 2, 1]
  private static let exposures = 2

  /// Phones of one address that open the app within some time, one after the other; how many
  /// requests and how many batches of exposures are refused.
  private func refusals(phones: Int, within seconds: Int64) -> (requests: Int, batches: Int) {
    let passed = Mutex<Int64>(0)
    let limiter = RateLimiter(RateSettings(), seed: 1, metrics: ServerMetrics()) {
      passed.withLock { $0 }
    }
    var refused = (requests: 0, batches: 0)
    for phone in 0..<phones {
      passed.withLock { $0 = seconds * 1_000_000_000 * Int64(phone) / Int64(phones) }
      for cost in Self.requests where !isLetIn(limiter, cost, .client) { refused.requests += 1 }
      if !isLetIn(limiter, Self.exposures, .records) { refused.batches += 1 }
    }
    return refused
  }

  private func isLetIn(_ limiter: RateLimiter, _ cost: Int, _ scope: RateScope) -> Bool {
    do throws(Problem) {
      try limiter.take(cost, scope, Self.owner)
      return true
    } catch {
      return false
    }
  }

  @Test("of ten thousand phones in a minute locks nobody out")
  func minute() {
    #expect(refusals(phones: 10_000, within: 60) == (0, 0))
  }

  @Test("of three thousand phones in one second locks nobody out")
  func second() {
    // 6 tokens each are 18,000 of the 20,000 that are there at once.
    #expect(refusals(phones: 3000, within: 1) == (0, 0))
  }

  @Test("that never ends is met by a limit in the end")
  func flood() {
    // 6 tokens each of 20,000 and 2,000 a second for ten seconds: 6,667 of 20,000 phones at most.
    #expect(refusals(phones: 20_000, within: 10).requests > 0)
  }
}
