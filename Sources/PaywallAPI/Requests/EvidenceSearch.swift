import PaywallTextCoding

/// Looks for a member that holds signed texts, which lets a body be large.
///
/// One pass, without copying. It finds only strings and their depth, so invalid JSON may pass; the
/// reader then reports what is wrong with it.
package enum EvidenceSearch {
  package static let names = ["transactions", "renewalInfo", "appTransaction"]

  private static let nameBytes = names.map { Array($0.utf8) }
  /// Bytes of a quoted name: the shortest unescaped, the longest with six for each letter.
  private static let lengths = 13...86

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Whether the object has such a member. A name as a value, and a member of a nested object, do
  /// not count; an escaped name does (RFC 8259, 8.3).
  package static func hasMember(_ bytes: [UInt8]) -> Bool {
    let text = bytes.span
    let lengths = lengths
    var depth = 0
    var position = 0
    while position < text.count {
      let byte = text[position]
      if byte == quote {
        let start = position
        position = end(ofStringAt: start, in: text)
        if depth == 1, lengths.contains(position - start), isMember(position, in: text),
          nameBytes.contains(where: { isWritten($0, from: start + 1, to: position - 1, in: text) })
        {
          return true
        }
        continue
      }
      // '[' and '{', ']' and '}' differ in one bit.
      if byte | 0x20 == UInt8(ascii: "{") {
        depth += 1
      } else if byte | 0x20 == UInt8(ascii: "}") {
        depth -= 1
      }
      position += 1
    }
    return false
  }

  /// The offset after the string; the end of the text if the string does not end.
  private static func end(ofStringAt start: Int, in text: Span<UInt8>) -> Int {
    var position = start + 1
    while position < text.count, text[position] != quote {
      position += text[position] == backslash ? 2 : 1
    }
    return min(position + 1, text.count)
  }

  /// Whether a colon follows; otherwise the string is a value.
  private static func isMember(_ position: Int, in text: Span<UInt8>) -> Bool {
    var position = position
    while position < text.count {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case let byte: return byte == UInt8(ascii: ":")
      }
    }
    return false
  }

  /// Whether the text has these letters, each as it is or as `\u` and four digits: no other escape
  /// can encode a letter.
  private static func isWritten(
    _ name: [UInt8], from start: Int, to end: Int, in text: Span<UInt8>
  ) -> Bool {
    var position = start
    for letter in name {
      guard position < end else { return false }
      if text[position] == letter {
        position += 1
        continue
      }
      guard position + 6 <= end, text[position] == backslash, text[position + 1] == 0x75 else {
        return false
      }
      var unit = 0
      for offset in 2..<6 {
        guard let digit = hexValue(of: text[position + offset]) else { return false }
        unit = unit << 4 | Int(digit)
      }
      guard unit == Int(letter) else { return false }
      position += 6
    }
    return position == end
  }
}
