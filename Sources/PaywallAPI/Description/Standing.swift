package import Catalog

/// The caller that a route requires: its group's context.
package enum Standing: String, CaseIterable, Sendable {
  case none, visitor, server, admin

  /// The lowest role of an accepted key.
  package var role: APIKey.Role? {
    switch self {
    case .none: nil
    case .visitor: .client
    case .server: .server
    case .admin: .admin
    }
  }

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
