/// Who vouches that an anonymous id is a user's. The stronger one settles what the weaker claims.
package enum AliasVoucher: String, CaseIterable, Sendable {
  /// Nobody but the app: the key ships in every copy of it, and anybody can send any two ids.
  case client
  /// A transaction in the same request whose `appAccountToken` is the user's id.
  case evidence
  /// The user's id came with a proof of the team's server.
  case proof
  /// The team's server itself.
  case server

  /// Whether it counts beyond requests that carry both ids: for the user's other devices, in what is
  /// left out of results, and when the user is erased.
  package var isStrong: Bool { self != .client }
}

extension AliasVoucher: Comparable {
  package static func < (left: AliasVoucher, right: AliasVoucher) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .client: 0
    case .evidence: 1
    case .proof: 2
    case .server: 3
    }
  }
}
