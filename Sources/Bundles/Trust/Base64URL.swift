/// base64url without padding (RFC 7515, appendix C), in its one spelling.
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: encoded(bytes), as: UTF8.self)
  }

  static func encoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> UInt32(count)) & 63])
      }
      bits &= 63
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count)) & 63]) }
    return text
  }

  /// `nil` for other characters, padding, a length that no bytes have, and bits behind the last byte
  /// that are not 0: two texts never mean the same bytes.
  static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for letter in text {
      let value = values[Int(letter)]
      guard value != 0xFF else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      bits &= 63
    }
    guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    return bytes
  }
}
