/// The caller that a route requires: its group's context.
package enum Standing: String, CaseIterable, Sendable {
  case none, visitor, server, viewer, admin

  /// In words, for readers.
  package var words: String {
    switch self {
    case .none: "No key."
    case .visitor: "A key with the role client, server or admin."
    case .server: "A key with the role server or admin."
    case .viewer: "A key with the role viewer or admin."
    case .admin: "A key with the role admin."
    }
  }
}
