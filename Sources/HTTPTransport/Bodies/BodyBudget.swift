import Synchronization

/// How many bytes of request bodies the server holds at a time, over all connections, so that
/// clients who hold bodies back cannot take its memory. Figures and reasons are in Transport.md.
package final class BodyBudget: Sendable {
  /// What a body counts towards. Bodies to one path have a share of their own, which no others use
  /// up.
  package enum Share: Int, CaseIterable, Sendable { case general, reserved }

  /// Bytes of a body that count towards nothing, so that a small one is never refused.
  package static let free = 4096
  /// The part of a share that one address may hold.
  package static let perAddress = 8

  private let shares: Mutex<[Held]>
  private let onChange: @Sendable (Int) -> Void

  private struct Held: Sendable {
    /// Bytes; of each address an eighth.
    let capacity: Int
    var bytes = 0
    /// Only of those who hold some.
    var byAddress: [ClientAddress: Int] = [:]

    func fits(_ more: Int, _ owner: ClientAddress) -> Bool {
      bytes + more <= capacity
        && byAddress[owner, default: 0] + more <= capacity / BodyBudget.perAddress
    }
  }

  /// - Parameters:
  ///   - bytes: of all shares; the reserved share has an eighth of them.
  ///   - onChange: gets by how many bytes more are held than before.
  package init(bytes: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
    shares = Mutex(
      Share.allCases.map { share in
        Held(capacity: share == .reserved ? bytes / 8 : bytes - bytes / 8)
      })
    self.onChange = onChange
  }

  /// Bytes that are held now.
  package func held(_ share: Share) -> Int { shares.withLock { $0[share.rawValue].bytes } }

  /// Addresses that hold some.
  package var addressCount: Int {
    shares.withLock { $0.reduce(0) { $0 + $1.byAddress.count } }
  }

  /// Whether so many more would be taken now; takes none.
  package func hasRoom(for bytes: Int, _ share: Share, _ owner: ClientAddress) -> Bool {
    shares.withLock { $0[share.rawValue].fits(bytes, owner) }
  }

  /// - Returns: whether there was room; if not, nothing is taken.
  package func take(_ bytes: Int, _ share: Share, _ owner: ClientAddress) -> Bool {
    let isTaken = shares.withLock { shares in
      guard shares[share.rawValue].fits(bytes, owner) else { return false }
      shares[share.rawValue].bytes += bytes
      shares[share.rawValue].byAddress[owner, default: 0] += bytes
      return true
    }
    if isTaken { onChange(bytes) }
    return isTaken
  }

  package func giveBack(_ bytes: Int, _ share: Share, _ owner: ClientAddress) {
    shares.withLock { shares in
      shares[share.rawValue].bytes -= bytes
      let left = shares[share.rawValue].byAddress[owner, default: 0] - bytes
      shares[share.rawValue].byAddress[owner] = left > 0 ? left : nil
    }
    onChange(-bytes)
  }
}

/// The bytes of one body, or of one body after the other on one connection, that count towards a
/// budget. They are given back once: when the answer has left, when whoever answers is done, or at
/// the latest when nobody has this any more.
package final class BodyReservation: Sendable {
  private let budget: BodyBudget
  private let taken = Mutex<Taken?>(nil)

  private struct Taken: Sendable {
    var bytes: Int
    let share: BodyBudget.Share
    let owner: ClientAddress
  }

  package init(_ budget: BodyBudget) { self.budget = budget }

  deinit { release() }

  /// Counts the bytes of a body so far, of which the first are free.
  ///
  /// - Returns: whether there is room for them.
  package func hold(
    _ bytes: Int, _ share: BodyBudget.Share, _ owner: @autoclosure () -> ClientAddress
  ) -> Bool {
    let counted = bytes - BodyBudget.free
    guard counted > 0 else { return true }
    return taken.withLock { taken in
      let so = taken ?? Taken(bytes: 0, share: share, owner: owner())
      let more = counted - so.bytes
      guard more > 0 else { return true }
      guard budget.take(more, so.share, so.owner) else { return false }
      taken = Taken(bytes: counted, share: so.share, owner: so.owner)
      return true
    }
  }

  /// Whether a body of so many bytes would have room now; counts nothing.
  package func hasRoom(
    for bytes: Int, _ share: BodyBudget.Share, _ owner: ClientAddress
  ) -> Bool {
    bytes <= BodyBudget.free || budget.hasRoom(for: bytes - BodyBudget.free, share, owner)
  }

  package func release() {
    let taken = taken.withLock { taken in
      defer { taken = nil }
      return taken
    }
    if let taken { budget.giveBack(taken.bytes, taken.share, taken.owner) }
  }
}
