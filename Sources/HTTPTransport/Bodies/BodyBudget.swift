import Synchronization

/// Limits the bytes of request bodies that the server holds in memory, over all connections, so that
/// clients who hold back the end of a body cannot exhaust it. Figures and reasons: `HTTPTransport.docc`,
/// "Request bodies have a budget".
package final class BodyBudget: Sendable {
  /// Which part of the budget a body uses. Bodies to the reserved path have a part of their own, which
  /// no other body can use up.
  package enum Share: Int, CaseIterable, Sendable { case general, reserved }

  /// Bytes of each body that are not counted, so that a small body is never refused.
  package static let freeBytes = 4096
  /// One address may use this fraction of a share: one eighth.
  package static let addressDivisor = 8

  private let shares: Mutex<[Usage]>
  private let onChange: @Sendable (Int) -> Void

  private struct Usage: Sendable {
    /// Bytes.
    let capacity: Int
    var bytes = 0
    /// Bytes by address; only addresses that use some.
    var byAddress: [ClientAddress: Int] = [:]

    func fits(_ more: Int, _ owner: ClientAddress) -> Bool {
      bytes + more <= capacity
        && byAddress[owner, default: 0] + more <= capacity / BodyBudget.addressDivisor
    }
  }

  /// - Parameters:
  ///   - bytes: of both shares; the reserved share has an eighth of them.
  ///   - onChange: gets the difference whenever bytes are reserved or released.
  package init(bytes: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
    shares = Mutex(
      Share.allCases.map { share in
        Usage(capacity: share == .reserved ? bytes / 8 : bytes - bytes / 8)
      })
    self.onChange = onChange
  }

  /// Bytes in use.
  package func used(_ share: Share) -> Int { shares.withLock { $0[share.rawValue].bytes } }

  /// Addresses that use some of the budget.
  package var addressCount: Int {
    shares.withLock { $0.reduce(0) { $0 + $1.byAddress.count } }
  }

  /// Whether so many bytes could be reserved now; reserves nothing.
  package func hasRoom(for bytes: Int, _ share: Share, _ owner: ClientAddress) -> Bool {
    shares.withLock { $0[share.rawValue].fits(bytes, owner) }
  }

  /// - Returns: whether the bytes fit; if not, nothing is reserved.
  package func reserve(_ bytes: Int, _ share: Share, _ owner: ClientAddress) -> Bool {
    let isReserved = shares.withLock { shares in
      guard shares[share.rawValue].fits(bytes, owner) else { return false }
      shares[share.rawValue].bytes += bytes
      shares[share.rawValue].byAddress[owner, default: 0] += bytes
      return true
    }
    if isReserved { onChange(bytes) }
    return isReserved
  }

  package func release(_ bytes: Int, _ share: Share, _ owner: ClientAddress) {
    shares.withLock { shares in
      shares[share.rawValue].bytes -= bytes
      let rest = shares[share.rawValue].byAddress[owner, default: 0] - bytes
      shares[share.rawValue].byAddress[owner] = rest > 0 ? rest : nil
    }
    onChange(-bytes)
  }
}

/// The bytes that the bodies of one connection have reserved, one body at a time. They are released
/// once: when the response is written, when the route is done, or at the latest with this object.
package final class BodyReservation: Sendable {
  private let budget: BodyBudget
  private let reserved = Mutex<Reserved?>(nil)

  private struct Reserved: Sendable {
    var bytes: Int
    let share: BodyBudget.Share
    let owner: ClientAddress
  }

  package init(_ budget: BodyBudget) { self.budget = budget }

  deinit { release() }

  /// Reserves what a body of so many bytes needs, beyond its free bytes and what it has reserved.
  ///
  /// - Returns: whether they fit.
  package func grow(
    to bytes: Int, _ share: BodyBudget.Share, _ owner: @autoclosure () -> ClientAddress
  ) -> Bool {
    let counted = bytes - BodyBudget.freeBytes
    guard counted > 0 else { return true }
    return reserved.withLock { reserved in
      let current = reserved ?? Reserved(bytes: 0, share: share, owner: owner())
      let more = counted - current.bytes
      guard more > 0 else { return true }
      guard budget.reserve(more, current.share, current.owner) else { return false }
      reserved = Reserved(bytes: counted, share: current.share, owner: current.owner)
      return true
    }
  }

  /// Whether a body of so many bytes would fit now; reserves nothing.
  package func hasRoom(
    for bytes: Int, _ share: BodyBudget.Share, _ owner: ClientAddress
  ) -> Bool {
    bytes <= BodyBudget.freeBytes
      || budget.hasRoom(for: bytes - BodyBudget.freeBytes, share, owner)
  }

  package func release() {
    let reserved = reserved.withLock { reserved in
      defer { reserved = nil }
      return reserved
    }
    if let reserved { budget.release(reserved.bytes, reserved.share, reserved.owner) }
  }
}
