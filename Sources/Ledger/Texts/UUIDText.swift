import PaywallTextCoding

/// A UUID in lower case, as text and as its 16 bytes.
package enum UUIDText {
  private static let hyphen = UInt8(ascii: "-")

  /// `nil` for any other text.
  package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count == 36 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var high: UInt8?
    for (index, character) in text.enumerated() {
      switch character {
      case hyphen:
        guard isHyphen(index) else { return nil }
        continue
      case 0x30...0x39, 0x61...0x66:
        guard !isHyphen(index) else { return nil }
        let half = character < 0x40 ? character - 0x30 : character - 0x61 + 10
        if let first = high { bytes.append(first << 4 | half) }
        high = high == nil ? half : nil
      default: return nil
      }
    }
    return bytes
  }

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for byte in bytes {
      if isHyphen(text.count) { text.append(hyphen) }
      text.append(hexadecimal: CollectionOfOne(byte))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isHyphen(_ index: Int) -> Bool {
    index == 8 || index == 13 || index == 18 || index == 23
  }
}
