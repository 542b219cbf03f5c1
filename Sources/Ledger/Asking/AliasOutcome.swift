/// What became of an alias.
package enum AliasOutcome: String, CaseIterable, Sendable {
  case new
  /// It is here already, or the two ids are the same; nothing changed.
  case already
  /// The anonymous id belongs to another user, or is known as a user's own, or the user's id is an
  /// alias itself, or the user has 64 aliases; nothing changed.
  case taken
  /// The anonymous id has a record from before it was kept as what an id was sent, and so could be a
  /// user's own; nothing changed.
  case unknownKind

  /// Whether the two ids are one now.
  package var isJoined: Bool { self == .new || self == .already }
}
