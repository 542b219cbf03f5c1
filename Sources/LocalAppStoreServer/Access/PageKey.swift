import Crypto
import Foundation
import PaywallTextCoding

/// Makes and checks what only a page of this process can send back: the token in each form. It ends
/// with the process.
struct PageKey: Sendable {
  private let key = SymmetricKey(size: .bits256)

  enum Use: String {
    case form
  }

  /// 64 hexadecimal digits.
  func text(for use: Use) -> String {
    Array(HMAC<SHA256>.authenticationCode(for: Data(use.rawValue.utf8), using: key)).hexadecimal
  }

  /// Compares in constant time.
  func isValid(_ text: String, for use: Use) -> Bool {
    guard let code = [UInt8](hexadecimal: text) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Data(use.rawValue.utf8), using: key)
  }
}
