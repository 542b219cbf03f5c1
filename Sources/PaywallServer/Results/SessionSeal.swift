import Crypto
import PaywallCatalog
import PaywallTextCoding

/// Cookies that every server with the same key knows, without telling each other: 64 hexadecimal
/// digits, of which 16 are the end in milliseconds, 16 are random and 32 are the first half of an
/// HMAC-SHA-256 over both and the caller. A key that is revoked has no caller, so its cookies end.
struct SessionSeal: Sendable {
  private let key: SymmetricKey

  /// - Parameter secret: that of `preview.key`, from which the key is derived.
  init(secret: SymmetricKey) {
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, info: Array("paywall results sessions".utf8), outputByteCount: 32)
  }

  /// - Parameter random: 8 random bytes.
  func cookie(of caller: Caller, until end: Timestamp, random: [UInt8]) -> String {
    let start = Self.bytes(of: end.milliseconds).hexadecimal + random.hexadecimal
    return start + code(start, caller).hexadecimal
  }

  /// The one of these callers that the cookie names, and its end.
  func caller(of cookie: String, among callers: [Caller]) -> (caller: Caller, end: Timestamp)? {
    // One spelling: the same cookie in capitals would not be the one that was signed out.
    guard let bytes = [UInt8](hexadecimal: cookie), bytes.count == 32, bytes.hexadecimal == cookie
    else { return nil }
    let start = bytes.prefix(16).map(\.self).hexadecimal
    var found: Caller?
    for caller in callers {
      var difference: UInt8 = 0
      for (left, right) in zip(code(start, caller), bytes[16...]) { difference |= left ^ right }
      if difference == 0 { found = caller }
    }
    let end = bytes.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return found.map { ($0, Timestamp(milliseconds: end)) }
  }

  private func code(_ start: String, _ caller: Caller) -> [UInt8] {
    let text = "\(start)\n\(caller.role.rawValue)\n\(caller.mark)\n\(caller.name)"
    return Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key).prefix(16))
  }

  private static func bytes(of number: Int64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
