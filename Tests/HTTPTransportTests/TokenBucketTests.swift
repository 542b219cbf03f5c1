import HTTPTransport
import Testing

@Suite("Token buckets")
struct TokenBucketTests {
  private static let second: Int64 = 1_000_000_000

  @Test("a full bucket gives its burst, then as many as come back")
  func burst() throws {
    let rate = try #require(TokenRate(perSecond: 4, burst: 3))
    var bucket = TokenBucket()
    let start: Int64 = 77
    for _ in 0..<3 { #expect(bucket.take(1, of: rate, at: start) == nil) }
    #expect(bucket.take(1, of: rate, at: start) == Self.second / 4)
    #expect(bucket.take(2, of: rate, at: start) == Self.second / 2)
    #expect(bucket.take(1, of: rate, at: start + Self.second / 4 - 1) == 1)
    #expect(bucket.take(1, of: rate, at: start + Self.second / 4) == nil)
    #expect(bucket.take(3, of: rate, at: start + Self.second) == nil)
    #expect(bucket.take(1, of: rate, at: start + Self.second) == Self.second / 4)
  }

  @Test("whoever waits as long as was said is let in, and not a nanosecond before")
  func wait() throws {
    let rate = try #require(TokenRate(perSecond: 7, burst: 5))
    for cost in 1...5 {
      var bucket = TokenBucket()
      #expect(bucket.take(5, of: rate, at: 0) == nil)
      let refusal = bucket.take(cost, of: rate, at: 0)
      let wait = try #require(refusal)
      var early = bucket
      #expect(early.take(cost, of: rate, at: wait - 1) == 1)
      #expect(bucket.take(cost, of: rate, at: wait) == nil)
    }
  }

  @Test("more than it holds costs all it holds")
  func dear() throws {
    let rate = try #require(TokenRate(perSecond: 1, burst: 10))
    var bucket = TokenBucket()
    #expect(bucket.take(Int.max, of: rate, at: 0) == nil)
    #expect(bucket.take(1, of: rate, at: 0) == Self.second)
    #expect(bucket.take(Int.max, of: rate, at: 0) == 10 * Self.second)
  }

  @Test("a clock that goes back makes no tokens, and nothing overflows")
  func edges() throws {
    let slow = try #require(TokenRate(perSecond: 1, burst: .max))
    #expect(slow.span == Self.second * Self.second)
    var bucket = TokenBucket()
    #expect(bucket.take(.max, of: slow, at: 0) == nil)
    #expect(bucket.take(.max, of: slow, at: 0) == slow.span)
    #expect(bucket.take(1, of: slow, at: -Self.second) == 2 * Self.second)
    for _ in 0..<20 { bucket.giveBack(.max, of: slow, at: 0) }
    #expect(bucket.take(.max, of: slow, at: 0) == nil)
    #expect(bucket.take(-1, of: slow, at: 0) == nil)
    let fast = try #require(TokenRate(perSecond: .max, burst: 0))
    #expect(fast.interval == 1 && fast.burst == 1)
    #expect(TokenRate(perSecond: 0, burst: 9) == nil)
  }

  @Test("what is given back can be taken again, and no more than a full bucket")
  func givenBack() throws {
    let rate = try #require(TokenRate(perSecond: 1, burst: 4))
    var bucket = TokenBucket()
    #expect(bucket.take(4, of: rate, at: 0) == nil)
    bucket.giveBack(2, of: rate, at: 0)
    #expect(bucket.take(3, of: rate, at: 0) == Self.second)
    #expect(bucket.take(2, of: rate, at: 0) == nil)
    for _ in 0..<9 { bucket.giveBack(4, of: rate, at: 0) }
    #expect(bucket.take(4, of: rate, at: 0) == nil)
    #expect(bucket.take(1, of: rate, at: 0) == Self.second)
  }

  /// The oracle counts in whole fractions of a token: a token is `interval` parts, and each
  /// nanosecond brings one.
  @Test("it agrees with counting, whatever is asked when")
  func counting() throws {
    var state: UInt64 = 0xB0CE7
    for perSecond in [1, 3, 7, 1000, 999_983, 1_000_000_000] {
      let burst = Int64(1 + next(&state) % 300)
      let rate = try #require(TokenRate(perSecond: perSecond, burst: Int(burst)))
      let whole = (Self.second + Int64(perSecond) - 1) / Int64(perSecond)
      var (bucket, parts, now) = (TokenBucket(), burst * whole, Int64(5))
      for _ in 0..<3_000 {
        let passed = Int64(next(&state) % UInt64(whole * 3))
        now += passed
        parts = min(burst * whole, parts + passed)
        let cost = Int64(next(&state) % 5)
        let asked = min(cost, burst) * whole
        let wait = bucket.take(Int(cost), of: rate, at: now)
        #expect(wait == (asked <= parts ? nil : asked - parts))
        if wait == nil { parts -= asked }
      }
    }
  }
}

@Suite("Buckets of many")
struct BucketTableTests {
  private func owner(_ number: Int) -> BucketOwner {
    BucketOwner(key: 1, network: ClientAddress(high: UInt64(number), low: 0))
  }

  @Test("each owner has a bucket, by key and by address")
  func owners() throws {
    let table = BucketTable(capacity: 1024, seed: 3)
    let rate = try #require(TokenRate(perSecond: 1, burst: 2))
    for owner in [
      BucketOwner(), BucketOwner(key: 1), BucketOwner(key: 2), owner(1), owner(2),
      BucketOwner(network: ClientAddress(high: 0, low: 1)),
    ] {
      #expect(table.take(2, from: owner, of: rate, at: 0) == nil)
      #expect(table.take(1, from: owner, of: rate, at: 0) == 1_000_000_000)
      table.giveBack(1, to: owner, of: rate, at: 0)
      #expect(table.take(1, from: owner, of: rate, at: 0) == nil)
    }
  }

  @Test("a hundred thousand small debts let none in without a bucket, and erase no large one")
  func crowd() throws {
    let table = BucketTable(capacity: 512, seed: 3)
    let rate = try #require(TokenRate(perSecond: 1, burst: 100))
    let debtor = owner(-1 & 0xFFFF_FFFF)
    #expect(table.take(100, from: debtor, of: rate, at: 0) == nil)
    for number in 0..<100_000 {
      #expect(table.take(1, from: owner(number), of: rate, at: 0) == nil)
    }
    #expect(table.take(1, from: debtor, of: rate, at: 0) == 1_000_000_000)
  }

  @Test("with room for all, every debt is remembered")
  func room() throws {
    let table = BucketTable(capacity: 65_536, seed: 3)
    let rate = try #require(TokenRate(perSecond: 1, burst: 3))
    for number in 0..<4_000 { _ = table.take(3, from: owner(number), of: rate, at: 0) }
    let forgotten = (0..<4_000).count { table.take(1, from: owner($0), of: rate, at: 0) == nil }
    #expect(forgotten == 0)
  }

  @Test("many threads take no more than there is")
  func threads() async throws {
    let table = BucketTable(capacity: 512, seed: 3)
    let rate = try #require(TokenRate(perSecond: 1, burst: 1_000))
    let shared = owner(7)
    let taken = await withTaskGroup(of: Int.self) { tasks in
      for _ in 0..<8 {
        tasks.addTask {
          (0..<500).count { _ in table.take(1, from: shared, of: rate, at: 0) == nil }
        }
      }
      return await tasks.reduce(0, +)
    }
    #expect(taken == 1_000)
  }
}

/// The next number of a fixed sequence (xorshift).
private func next(_ state: inout UInt64) -> UInt64 {
  state ^= state << 13
  state ^= state >> 7
  state ^= state << 17
  return state
}
