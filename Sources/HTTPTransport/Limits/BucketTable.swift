import Synchronization

/// The owner of a bucket: a key, an address, or both.
package struct BucketOwner: Hashable, Sendable {
  package var key: UInt64
  package var network: ClientAddress

  package init(key: UInt64 = 0, network: ClientAddress = .none) {
    self.key = key
    self.network = network
  }
}

/// The buckets of many owners in a fixed amount of memory. An owner that is not in the table has a
/// full bucket, so a full table refuses nothing.
///
/// An owner has eight places, by a hash that a client cannot predict. If all are taken, the table
/// drops the bucket nearest to full: the smallest debt. To have a debt dropped, a client
/// needs eight more addresses with larger debts in the same eight places. Each shard of places has
/// a lock. A lookup takes the same time however full the table is, and allocates nothing.
package final class BucketTable: Sendable {
  private let shards: [Shard]
  private let seed: UInt64

  /// - Parameters:
  ///   - capacity: the number of owners; rounded up to a power of two, 512 at least. 32 bytes each.
  ///   - seed: random, so that a client cannot choose an address in another's places.
  package init(capacity: Int, seed: UInt64) {
    var places = Self.shardCount * Self.ways
    while places < min(capacity, 1 << 24) { places *= 2 }
    let perShard = places / Self.shardCount
    shards = (0..<Self.shardCount).map { _ in Shard(places: perShard) }
    self.seed = seed
  }

  /// Takes an owner's tokens, or returns the nanoseconds until they are available.
  package func take(
    _ cost: Int, from owner: BucketOwner, of rate: TokenRate, at now: Int64
  ) -> Int64? {
    with(owner, at: now) { $0.take(cost, of: rate, at: now) }
  }

  /// The nanoseconds until an owner's tokens are available; `nil` if they are.
  package func wait(
    for cost: Int, from owner: BucketOwner, of rate: TokenRate, at now: Int64
  ) -> Int64? {
    with(owner, at: now) { $0.wait(for: cost, of: rate, at: now) }
  }

  /// Takes `cost` tokens, or all that are left.
  package func drain(_ cost: Int, from owner: BucketOwner, of rate: TokenRate, at now: Int64) {
    with(owner, at: now) { $0.drain(cost, of: rate, at: now) }
  }

  /// Gives back unused tokens.
  package func giveBack(_ count: Int, to owner: BucketOwner, of rate: TokenRate, at now: Int64) {
    with(owner, at: now) { $0.giveBack(count, of: rate, at: now) }
  }

  private func with<Result: Sendable>(
    _ owner: BucketOwner, at now: Int64, _ use: (inout TokenBucket) -> Result
  ) -> Result {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(owner)
    let hash = UInt(bitPattern: hasher.finalize())
    let shard = shards[Int(hash % UInt(Self.shardCount))]
    let group = hash / UInt(Self.shardCount)
    return shard.places.withLock { places in
      if places.isEmpty { places = [Place](repeating: Place(), count: shard.count) }
      let first = Int(group % UInt(places.count / Self.ways)) * Self.ways
      let index = Self.place(of: owner, in: places, from: first)
      if places[index].owner != owner {
        places[index] = Place(owner: owner, bucket: TokenBucket(fullAt: now))
      }
      return use(&places[index].bucket)
    }
  }

  /// The owner's place, or that of the fullest bucket.
  private static func place(of owner: BucketOwner, in places: [Place], from first: Int) -> Int {
    var fullest = first
    for index in first..<(first + ways) {
      if places[index].owner == owner { return index }
      if places[index].bucket.fullAt < places[fullest].bucket.fullAt { fullest = index }
    }
    return fullest
  }

  private static let ways = 8
  private static let shardCount = 64

  private struct Place: Sendable {
    var owner = BucketOwner()
    var bucket = TokenBucket()
  }

  /// Takes its memory with the first owner: a server that is idle needs none.
  private final class Shard: Sendable {
    let places = Mutex<[Place]>([])
    let count: Int

    init(places count: Int) { self.count = count }
  }
}
