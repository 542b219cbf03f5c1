/// Base64 as RFC 4648 writes it: section 4 with padding (`standard`), section 5 without (`url`).
enum Base64 {
  enum Alphabet {
    case standard, url
  }

  private static let standardDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8], _ alphabet: Alphabet) -> String {
    let digits = alphabet == .standard ? standardDigits : urlDigits
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let group =
        UInt32(bytes[index]) << 16
        | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
        | (left > 2 ? UInt32(bytes[index + 2]) : 0)
      text.append(digits[Int(group >> 18)])
      text.append(digits[Int(group >> 12 & 63)])
      if left > 1 { text.append(digits[Int(group >> 6 & 63)]) }
      if left > 2 { text.append(digits[Int(group & 63)]) }
      index += 3
    }
    if alphabet == .standard {
      while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of `text`, or nil unless encoding them again gives exactly `text`.
  static func decode(_ text: some StringProtocol, _ alphabet: Alphabet) -> [UInt8]? {
    var digits = Array(text.utf8)
    if alphabet == .standard {
      guard digits.count.isMultiple(of: 4) else { return nil }
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var width = 0
    for digit in digits {
      guard let value = value(of: digit, alphabet) else { return nil }
      bits = bits << 6 | value
      width += 6
      guard width >= 8 else { continue }
      width -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(width)))
    }
    // Bits that no byte uses must be zero, or one signature could be written in several ways.
    return bits & (1 << UInt32(width) - 1) == 0 ? bytes : nil
  }

  private static func value(of digit: UInt8, _ alphabet: Alphabet) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+") where alphabet == .standard: 62
    case UInt8(ascii: "/") where alphabet == .standard: 63
    case UInt8(ascii: "-") where alphabet == .url: 62
    case UInt8(ascii: "_") where alphabet == .url: 63
    default: nil
    }
  }
}
