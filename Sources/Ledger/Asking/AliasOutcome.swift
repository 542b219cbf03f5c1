/// What became of an alias.
package enum AliasOutcome: String, CaseIterable, Sendable {
  case new
  /// It is here already, or the two ids are the same; nothing changed.
  case already
  /// The anonymous id belongs to another user; nothing changed.
  case taken
}
