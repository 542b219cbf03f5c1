/// Base64url without padding (RFC 7515, appendix C), in the one spelling that every byte sequence has.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The six bits of a character; 255 for one that is not in the alphabet.
  private static let bits: [UInt8] = {
    var bits = [UInt8](repeating: 255, count: 256)
    for (index, character) in alphabet.enumerated() { bits[Int(character)] = UInt8(index) }
    return bits
  }()

  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: encoded(Array(bytes)), as: UTF8.self)
  }

  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
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

  /// `nil` for other characters, padding, a length that no bytes have, and bits behind the last byte
  /// that are not 0: two texts never mean the same bytes.
  package static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1, var bytes = decodedGroups(of: text) else { return nil }
    let rest = text.suffix(text.count % 4).map { bits[Int($0)] }
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

  package static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
    bytes(of: Array(text)[...])
  }

  /// The bytes of all whole groups of four characters. Texts are long: read and written without
  /// checking the bounds of each character.
  private static func decodedGroups(of text: ArraySlice<UInt8>) -> [UInt8]? {
    let groups = text.count / 4
    var seen: UInt8 = 0
    let bytes = unsafe bits.withUnsafeBufferPointer { bits in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe [UInt8](unsafeUninitializedCapacity: groups * 3 + 2) { bytes, count in
          for group in 0..<groups {
            let a = unsafe bits[Int(text[group * 4])]
            let b = unsafe bits[Int(text[group * 4 + 1])]
            let c = unsafe bits[Int(text[group * 4 + 2])]
            let d = unsafe bits[Int(text[group * 4 + 3])]
            seen |= a | b | c | d
            unsafe bytes[group * 3] = a << 2 | b >> 4
            unsafe bytes[group * 3 + 1] = b << 4 | c >> 2
            unsafe bytes[group * 3 + 2] = c << 6 | d
          }
          count = groups * 3
        }
      }
    }
    return seen < 64 ? bytes : nil
  }
}
