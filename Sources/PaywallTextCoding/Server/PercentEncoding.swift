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
#endif
