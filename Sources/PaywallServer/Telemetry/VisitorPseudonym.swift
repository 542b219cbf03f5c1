import Catalog
package import Crypto
import TextCoding

/// How a visitor appears in logs: an HMAC of the id under a key that never leaves the state
/// directory, so that lines of one visitor can be found and nobody can be found from a line.
package struct VisitorPseudonym: Sendable {
  /// With the key taken in.
  private let begun: HMAC<SHA256>

  package init(key: SymmetricKey) { begun = HMAC(key: key) }

  /// 16 hexadecimal digits; `nil` without an id.
  package func of(_ id: String?) -> String? {
    guard let id else { return nil }
    var code = begun
    code.update(data: Array(id.utf8))
    return code.finalize().prefix(8).hexadecimal
  }
}
