import PaywallTextCoding

/// One way to encode the seven fields as bytes: Apple's, or a mistaken one.
struct PayloadEncoding {
  /// Bundle id, key id, product id, offer id, customer, nonce, timestamp.
  var fields: [String]
  /// The fields that are written, in their order.
  var order = [0, 1, 2, 3, 4, 5, 6]
  var separator = "\u{2063}"
  var head = ""
  var tail = ""
  var encoding = Encoding.utf8
  var preparation = Preparation.none
  var digest = Digest.sha256

  enum Encoding: String, CaseIterable {
    case utf8 = "UTF-8"
    case utf8WithMark = "UTF-8 with a byte order mark"
    case utf16Little = "UTF-16, little-endian"
    case utf16Big = "UTF-16, big-endian"
    case utf16WithMark = "UTF-16 with a byte order mark"
  }

  /// The processing of the bytes before the signing function.
  enum Preparation: String, CaseIterable {
    case none, hash, hexHash, base64
  }

  /// The input of the signing function.
  var bytes: [UInt8] {
    let text = head + order.map { fields[$0] }.joined(separator: separator) + tail
    let bytes: [UInt8] =
      switch encoding {
      case .utf8: Array(text.utf8)
      case .utf8WithMark: [0xEF, 0xBB, 0xBF] + text.utf8
      case .utf16Little: text.utf16.flatMap { PayloadEncoding.bytes(of: $0).reversed() }
      case .utf16Big: text.utf16.flatMap(PayloadEncoding.bytes)
      case .utf16WithMark:
        [0xFF, 0xFE] + text.utf16.flatMap { PayloadEncoding.bytes(of: $0).reversed() }
      }
    return switch preparation {
    case .none: bytes
    case .hash: digest.hash(bytes)
    case .hexHash: Array(digest.hash(bytes).hexadecimal.utf8)
    case .base64: Array(Base64.encode(bytes, .standard).utf8)
    }
  }

  private static func bytes(of unit: UInt16) -> [UInt8] {
    [UInt8(unit >> 8), UInt8(unit & 0xFF)]
  }
}
