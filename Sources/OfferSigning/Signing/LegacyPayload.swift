/// The bytes of a legacy signature: seven fields joined by U+2063, none at the end, in UTF-8.
/// Source: AppleFacts.md § 7.1.
enum LegacyPayload {
  /// U+2063 INVISIBLE SEPARATOR.
  static let separator: Unicode.Scalar = "\u{2063}"

  static func bytes(of fields: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(contentsOf: [0xE2, 0x81, 0xA3]) }
      bytes.append(contentsOf: field.utf8)
    }
    return bytes
  }
}
