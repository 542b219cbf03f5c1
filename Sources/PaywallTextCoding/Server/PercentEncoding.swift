#if Server
/// Percent-decodes the bytes (RFC 3986, 2.1); `nil` for a `%` without two hexadecimal digits.
package func percentDecodedBytes(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
  var decoded: [UInt8] = []
  var iterator = bytes.makeIterator()
  while let byte = iterator.next() {
    guard byte == UInt8(ascii: "%") else {
      decoded.append(byte)
      continue
    }
    guard let high = iterator.next().flatMap(hexValue(of:)),
      let low = iterator.next().flatMap(hexValue(of:))
    else { return nil }
    decoded.append(high << 4 | low)
  }
  return decoded
}

/// Percent-decodes the bytes; `nil` for a `%` without two hexadecimal digits, and for invalid
/// UTF-8.
package func percentDecoded(_ bytes: ArraySlice<UInt8>) -> String? {
  guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) else {
    return String(decoding: bytes, as: UTF8.self)
  }
  guard let decoded = percentDecodedBytes(bytes) else { return nil }
  return firstInvalidUTF8(in: decoded) == nil ? String(decoding: decoded, as: UTF8.self) : nil
}

extension String {
  /// Every byte but RFC 3986's unreserved ones as `%XX`.
  package var percentEncoded: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
          bytes.append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
