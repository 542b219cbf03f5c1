/// Hides everything that could be a private key in the bytes of a `.storekit` file, valid JSON or
/// not. Every hidden byte becomes an asterisk, so that places stay.
enum Redaction {
  static func redacted(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    hideKeyPair(in: &result)
    hideLongRuns(in: &result)
    return result
  }

  /// Hides everything after the name of the key pair or of a private key, up to the next closing
  /// brace outside of quotes. A damaged quote hides more, never less.
  private static func hideKeyPair(in bytes: inout [UInt8]) {
    for name in ["OffersKeyPair", "privateKey", "PRIVATE KEY"] {
      let name = Array(name.utf8)
      var offset = 0
      while let start = bytes.firstIndex(of: name, from: offset) {
        offset = start + name.count
        var isInQuotes = true
        while offset < bytes.count, isInQuotes || bytes[offset] != UInt8(ascii: "}") {
          if bytes[offset] == UInt8(ascii: "\"") { isInQuotes.toggle() }
          if !isStructure(bytes[offset]) { bytes[offset] = UInt8(ascii: "*") }
          offset += 1
        }
      }
    }
  }

  /// Hides runs of Base64 that are too long for a name, and whole texts of a length that no id has.
  private static func hideLongRuns(in bytes: inout [UInt8]) {
    var start = 0
    for end in 0...bytes.count {
      if end < bytes.count, isBase64(bytes[end]) { continue }
      if end - start >= 48 { bytes.hide(start..<end) }
      start = end + 1
    }
    start = 0
    for end in 0...bytes.count {
      if end < bytes.count, bytes[end] != UInt8(ascii: "\"") { continue }
      let range = start..<end
      if end - start > 110, !bytes[range].contains(where: isStructureOfValue) { bytes.hide(range) }
      start = end + 1
    }
  }

  /// Keeps the shape of the JSON: quotes, brackets, separators, blanks; and bytes above ASCII,
  /// which no key has, so that columns stay.
  private static func isStructure(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || "\"{}[]:,*".utf8.contains(byte)
  }

  private static func isStructureOfValue(_ byte: UInt8) -> Bool {
    byte < 0x20 || "{}[]".utf8.contains(byte)
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "\\"): true
    default: false
    }
  }
}

extension [UInt8] {
  fileprivate mutating func hide(_ range: Range<Int>) {
    for offset in range where self[offset] > 0x20 && self[offset] < 0x7F {
      self[offset] = UInt8(ascii: "*")
    }
  }

  /// The next position of a name, in upper or lower case.
  fileprivate func firstIndex(of name: [UInt8], from start: Int) -> Int? {
    guard count >= name.count, start <= count - name.count else { return nil }
    let first = name[0] | 0x20
    for offset in start...count - name.count where self[offset] | 0x20 == first {
      if name.indices.allSatisfy({ self[offset + $0] | 0x20 == name[$0] | 0x20 }) { return offset }
    }
    return nil
  }
}
