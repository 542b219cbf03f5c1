package import Crypto
import PaywallTextCoding

/// A visitor in logs: an HMAC of the id under a key that never leaves the state directory. A
/// visitor's lines can be found, but a line does not reveal the visitor.
package struct VisitorPseudonym: Sendable {
  /// Keyed in advance.
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
