#if Server
extension String {
  /// Whether this is a UUID of the form 8-4-4-4-12 in hexadecimal digits of either case.
  package var isUUID: Bool {
    let bytes = utf8
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: hexValue(of: byte) != nil
      }
    }
  }
}

extension Substring {
  /// 32 hexadecimal digits in the form of a UUID.
  package var withHyphens: String {
    var rest = self
    return [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }
}
#endif
