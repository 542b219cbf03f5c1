/// Base64url without padding, in the one spelling that every byte sequence has.
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The six bits of a character; 255 for one that is not in the alphabet.
  private static let bits: [UInt8] = {
    var bits = [UInt8](repeating: 255, count: 256)
    for (index, character) in alphabet.enumerated() { bits[Int(character)] = UInt8(index) }
    return bits
  }()

  /// `nil` for anything that encoding would not spell so.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    let bits = bits
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var index = text.startIndex
    while index + 4 <= text.endIndex {
      let (a, b) = (bits[Int(text[index])], bits[Int(text[index + 1])])
      let (c, d) = (bits[Int(text[index + 2])], bits[Int(text[index + 3])])
      guard a | b | c | d < 64 else { return nil }
      bytes.append(a << 2 | b >> 4)
      bytes.append(b << 4 | c >> 2)
      bytes.append(c << 6 | d)
      index += 4
    }
    let rest = text[index...].map { bits[Int($0)] }
    guard rest.allSatisfy({ $0 < 64 }) else { return nil }
    switch rest.count {
    case 2:
      guard rest[1] & 0x0F == 0 else { return nil }
      bytes.append(rest[0] << 2 | rest[1] >> 4)
    case 3:
      guard rest[2] & 0x03 == 0 else { return nil }
      bytes.append(rest[0] << 2 | rest[1] >> 4)
      bytes.append(rest[1] << 4 | rest[2] >> 2)
    default: break
    }
    return bytes
  }

  static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let alphabet = alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (buffer, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(buffer >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(alphabet[Int(buffer << UInt32(6 - count) & 63)]) }
    return text
  }
}
