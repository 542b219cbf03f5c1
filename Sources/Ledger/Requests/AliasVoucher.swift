/// Who vouches that an anonymous id is a user's. A stronger voucher overrides a weaker one.
package enum AliasVoucher: String, CaseIterable, Sendable {
  /// Only the app: its key ships in every copy, so anyone can send any two ids.
  case client
  /// A transaction in the same request whose `appAccountToken` is the user's id.
  case evidence
  /// The user's id came with a proof from the team's server.
  case proof
  /// The team's server itself.
  case server

  /// Whether the alias counts beyond requests that carry both ids: for the user's other devices, in
  /// what is left out of results, and when the user is erased.
  package var isStrong: Bool { self != .client }
}

extension AliasVoucher: Comparable {
  package static func < (left: AliasVoucher, right: AliasVoucher) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
