package import Catalog

/// What a route asks of whoever calls it: the context that its group makes.
package enum Standing: String, CaseIterable, Sendable {
  case none, visitor, server, admin

  /// The least role of a key that is let in.
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
