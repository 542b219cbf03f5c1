/// What became of an alias.
package enum AliasOutcome: String, CaseIterable, Sendable {
  /// It is new, or somebody stronger vouches for it now.
  case new
  /// It is here already, or the two ids are the same; nothing changed.
  case already
  /// The anonymous id is known or named as a user's own, or belongs to another user by a stronger
  /// word, or the user's id is an alias itself, or the user has 64 aliases; nothing was joined.
  case taken
  /// Another user has the anonymous id, on a word as good; it stays theirs, and its records are left
  /// out of the results.
  case contested
  /// The anonymous id has a record from before it was kept as what an id was sent, and so could be a
  /// user's own; nothing changed.
  case unknownKind

  /// Whether the two ids are one now.
  package var isJoined: Bool { self == .new || self == .already }
}
