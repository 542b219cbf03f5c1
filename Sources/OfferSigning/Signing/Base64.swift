/// Base64 as RFC 4648 writes it: section 4 with padding (`standard`), section 5 without (`url`).
package enum Base64 {
  package enum Alphabet {
    case standard, url
  }

  private static let standardDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet) -> String {
    let digits = alphabet == .standard ? standardDigits : urlDigits
    let groups = (bytes.count + 2) / 3
    var text = [UInt8](repeating: UInt8(ascii: "="), count: groups * 4)
    for group in 0..<groups {
      let (from, to) = (group * 3, group * 4)
      let left = bytes.count - from
      let first = bytes[from]
      let second = left > 1 ? bytes[from + 1] : 0
      let third = left > 2 ? bytes[from + 2] : 0
      text[to] = digits[Int(first >> 2)]
      text[to + 1] = digits[Int(first & 3) << 4 | Int(second >> 4)]
      if left > 1 { text[to + 2] = digits[Int(second & 15) << 2 | Int(third >> 6)] }
      if left > 2 { text[to + 3] = digits[Int(third & 63)] }
    }
    if alphabet == .url { text.removeLast((3 - bytes.count % 3) % 3) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of `text`, or nil unless encoding them again gives exactly `text`.
  package static func decode(_ text: some StringProtocol, _ alphabet: Alphabet) -> [UInt8]? {
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
