import Catalog
package import Crypto

/// How a visitor appears in logs: an HMAC of the id under a key that never leaves the state
/// directory, so that lines of one visitor can be found and nobody can be found from a line.
package struct VisitorMark: Sendable {
  private let key: SymmetricKey

  package init(key: SymmetricKey) { self.key = key }

  /// 16 hexadecimal digits; `nil` without an id.
  package func of(_ id: String?) -> String? {
    guard let id else { return nil }
    return HMAC<SHA256>.authenticationCode(for: Array(id.utf8), using: key).prefix(8).hexadecimal
  }
}
