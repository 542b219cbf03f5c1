import Synchronization

/// Whose bucket it is: a key, an address, or both.
package struct BucketOwner: Hashable, Sendable {
  package var key: UInt64
  package var network: ClientAddress

  package init(key: UInt64 = 0, network: ClientAddress = .none) {
    self.key = key
    self.network = network
  }
}

/// The buckets of many owners in a fixed amount of memory. An owner who is not in it has a full
/// bucket, so nobody is refused because the table is.
///
/// An owner has eight places, by a hash that nobody outside can foresee. If all are taken, the
/// bucket that is nearest to being full is forgotten: who owed the least. To have a debt forgotten
/// one needs eight more addresses with larger debts in the same eight places. Each group of places
/// has its lock; a look takes as long however full the table is, and allocates nothing.
package final class BucketTable: Sendable {
  private let shards: [Shard]
  private let seed: UInt64

  /// - Parameters:
  ///   - capacity: owners; rounded up to a power of two, 512 at least. 32 bytes each.
  ///   - seed: random, so that no address can be chosen to share the places of another.
  package init(capacity: Int, seed: UInt64) {
    var places = Self.shardCount * Self.ways
    while places < min(capacity, 1 << 24) { places *= 2 }
    let perShard = places / Self.shardCount
    shards = (0..<Self.shardCount).map { _ in Shard(places: perShard) }
    self.seed = seed
  }

  /// Takes tokens of an owner, or tells in how many nanoseconds they could be taken.
  package func take(
    _ cost: Int, from owner: BucketOwner, of rate: TokenRate, at now: Int64
  ) -> Int64? {
    with(owner, at: now) { $0.take(cost, of: rate, at: now) }
  }

  /// Whether an owner has not even one token. Makes no place for who has none.
  package func isEmpty(_ owner: BucketOwner, of rate: TokenRate, at now: Int64) -> Bool {
    withPlaces(of: owner) { places, first in
      let place = places[first..<(first + Self.ways)].first { $0.owner == owner }
      guard var bucket = place?.bucket else { return false }
      return bucket.take(1, of: rate, at: now) != nil
    }
  }

  /// Takes so many tokens, or all that there are.
  package func drain(_ cost: Int, from owner: BucketOwner, of rate: TokenRate, at now: Int64) {
    with(owner, at: now) { $0.drain(cost, of: rate, at: now) }
  }

  /// Gives back what was taken in vain.
  package func giveBack(_ count: Int, to owner: BucketOwner, of rate: TokenRate, at now: Int64) {
    with(owner, at: now) { $0.giveBack(count, of: rate, at: now) }
  }

  private func with<Result: Sendable>(
    _ owner: BucketOwner, at now: Int64, _ use: (inout TokenBucket) -> Result
  ) -> Result {
    withPlaces(of: owner) { places, first in
      let index = Self.place(of: owner, in: places, from: first)
      if places[index].owner != owner {
        places[index] = Place(owner: owner, bucket: TokenBucket(fullAt: now))
      }
      return use(&places[index].bucket)
    }
  }

  /// The places that an owner may have, from the first of them.
  private func withPlaces<Result: Sendable>(
    of owner: BucketOwner, _ use: (inout [Place], Int) -> Result
  ) -> Result {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(owner)
    let hash = UInt(bitPattern: hasher.finalize())
    let shard = shards[Int(hash % UInt(Self.shardCount))]
    let group = hash / UInt(Self.shardCount)
    return shard.places.withLock { places in
      use(&places, Int(group % UInt(places.count / Self.ways)) * Self.ways)
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

  private final class Shard: Sendable {
    let places: Mutex<[Place]>

    init(places count: Int) { places = Mutex([Place](repeating: Place(), count: count)) }
  }
}
