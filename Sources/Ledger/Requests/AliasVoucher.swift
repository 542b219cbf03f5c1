/// The voucher that an anonymous id is a user's. A stronger voucher overrides a weaker one.
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

/// The result of adding an alias.
package enum AliasOutcome: String, CaseIterable, Sendable {
  /// It is new, or a stronger voucher confirmed it.
  case new
  /// It exists already, or the two ids are the same; nothing changed.
  case already
  /// The anonymous id is a user's own id, or a stronger voucher gave it to another user, or the
  /// user's id is an alias itself, or the user has 64 aliases; nothing was joined.
  case taken
  /// Another user has the anonymous id from an equally strong voucher; it stays theirs, and its
  /// records are left out of the results.
  case contested
  /// The anonymous id has a record from before the kind of id was stored, so it could be a user's
  /// own id; nothing changed.
  case unknownKind

  /// Whether the two ids are joined now.
  package var isJoined: Bool { self == .new || self == .already }
}
