import Crypto
import Foundation
import PaywallTextCoding

/// Makes and checks the token in each form, which only a page of this process can send back. It
/// ends with the process.
struct PageKey: Sendable {
  private let key = SymmetricKey(size: .bits256)

  private static let use = Data("form".utf8)

  /// 64 hexadecimal digits.
  var text: String {
    Array(HMAC<SHA256>.authenticationCode(for: Self.use, using: key)).hexadecimal
  }

  /// Compares in constant time.
  func isValid(_ text: String) -> Bool {
    guard let code = [UInt8](hexadecimal: text) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Self.use, using: key)
  }
}
