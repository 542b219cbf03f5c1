/// The caller that a route requires: its group's context.
package enum Standing: String, CaseIterable, Sendable {
  case none, visitor, server, admin

  /// In words, for readers.
  package var words: String {
    switch self {
    case .none: "No key."
    case .visitor: "Any key: client, server or admin."
    case .server: "A key with the role server or admin."
    case .admin: "A key with the role admin."
    }
  }
}
