import HTTPTransport
import Synchronization

/// Limits how often the token can be guessed: by each address, so that one which guesses keeps no
/// other from the store, and by all together.
final class TokenGuesses: Sendable {
  private let addresses = BucketTable(
    capacity: 1024, seed: UInt64.random(in: .min ... .max))
  private let all = Mutex(TokenBucket())
  private let nanoseconds: @Sendable () -> Int64

  private static let ofAddress = TokenRate(perSecond: 1, burst: 10)
  private static let ofAll = TokenRate(perSecond: 10, burst: 100)

  /// - Parameter nanoseconds: of a clock that never goes back.
  init(nanoseconds: @escaping @Sendable () -> Int64) { self.nanoseconds = nanoseconds }

  /// Whether another text may not be compared now.
  func areExhausted(for address: ClientAddress) -> Bool {
    guard let ofAddress = Self.ofAddress, let ofAll = Self.ofAll else { return false }
    let owner = BucketOwner(network: address.network)
    let now = nanoseconds()
    return addresses.wait(for: 1, from: owner, of: ofAddress, at: now) != nil
      || all.withLock { $0.wait(for: 1, of: ofAll, at: now) } != nil
  }

  func noteWrong(from address: ClientAddress) {
    guard let ofAddress = Self.ofAddress, let ofAll = Self.ofAll else { return }
    let now = nanoseconds()
    addresses.drain(1, from: BucketOwner(network: address.network), of: ofAddress, at: now)
    all.withLock { $0.drain(1, of: ofAll, at: now) }
  }
}
