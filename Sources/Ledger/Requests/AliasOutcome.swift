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
