/// The offset of the first byte of the first invalid sequence (RFC 3629, section 4).
package func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  var at = 0
  while true {
    at = bytes.endOfASCII(from: at)
    guard at < bytes.count else { return nil }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[at] {
    case 0..<0x80: length = 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return at
    }
    guard at + length <= bytes.count, length == 1 || second.contains(bytes[at + 1]),
      length < 3 || bytes[at + 2] & 0xC0 == 0x80, length < 4 || bytes[at + 3] & 0xC0 == 0x80
    else { return at }
    at += length
  }
}
