extension JSONNode {
  /// The text in UTF-8, with its escapes resolved; `nil` for other values.
  func text(in bytes: [UInt8]) -> [UInt8]? {
    switch kind {
    case .text: Array(bytes[range])
    case .escapedText: Array(unescaped(in: bytes).utf8)
    default: nil
    }
  }

  func string(in bytes: [UInt8]) -> String? {
    switch kind {
    case .text: String(decoding: bytes[range], as: UTF8.self)
    case .escapedText: unescaped(in: bytes)
    default: nil
    }
  }

  /// FNV-1a of the text. Two names of one object never share it by chance, and whoever makes them
  /// share it on purpose is refused.
  func hash(in bytes: [UInt8]) -> UInt64 {
    func hash(_ text: some Sequence<UInt8>) -> UInt64 {
      text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    return kind == .text ? hash(bytes[range]) : hash(unescaped(in: bytes).utf8)
  }

  /// Half of a surrogate pair becomes U+FFFD.
  private func unescaped(in bytes: [UInt8]) -> String {
    var units: [UInt16] = []
    var plain: [UInt8] = []
    var result = ""
    var at = range.lowerBound
    func flush() {
      result += String(decoding: plain, as: UTF8.self) + String(decoding: units, as: UTF16.self)
      plain.removeAll()
      units.removeAll()
    }
    while at < range.upperBound {
      let isEscape = bytes[at] == UInt8(ascii: "\\")
      if isEscape, bytes[at + 1] == UInt8(ascii: "u") {
        if !plain.isEmpty { flush() }
        let digits = bytes[(at + 2)..<(at + 6)]
        units.append(digits.reduce(0) { $0 << 4 | UInt16(Self.hexValue($1) ?? 0) })
        at += 6
      } else {
        if !units.isEmpty { flush() }
        plain.append(isEscape ? Self.plainEscape(bytes[at + 1]) ?? 0 : bytes[at])
        at += isEscape ? 2 : 1
      }
    }
    flush()
    return result
  }

  static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// What an escape of one letter stands for.
  static func plainEscape(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}
