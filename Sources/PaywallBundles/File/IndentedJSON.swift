import PaywallTextCoding
/// Adds or removes white space between the tokens of JSON.
enum IndentedJSON {
  /// The number of levels that are indented; deeper ones stay on one line.
  static let levels = 6

  /// Without white space outside of strings.
  static func compact(_ json: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var string = StringState()
    for byte in json where string.contains(byte) || !isJSONSpace(byte) { text.append(byte) }
    return text
  }

  /// Two spaces per level and a line end at the end; for JSON without white space.
  static func indented(_ json: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(json.count * 5 / 4)
    var string = StringState()
    var depth = 0
    var previous: UInt8 = 0
    func lineEnd(_ depth: Int) -> [UInt8] {
      [0x0A] + [UInt8](repeating: 0x20, count: 2 * depth)
    }
    for byte in json {
      let isOpening = previous == UInt8(ascii: "{") || previous == UInt8(ascii: "[")
      if string.contains(byte) {
        if isOpening, !string.wasInside, depth <= levels { text += lineEnd(depth) }
        text.append(byte)
        previous = 0
        continue
      }
      let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      if isClosing { depth -= 1 }
      if isClosing != isOpening, isClosing || isOpening,
        isClosing ? depth < levels : depth <= levels
      {
        text += lineEnd(depth)
      }
      text.append(byte)
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ","): if depth <= levels { text += lineEnd(depth) }
      case UInt8(ascii: ":"): text.append(0x20)
      default: break
      }
      previous = byte
    }
    return text + [0x0A]
  }

  /// Whether a byte belongs to a string, its quotes included.
  private struct StringState {
    private var isInside = false
    private var isEscaped = false
    /// Whether the string had begun before the last byte.
    private(set) var wasInside = false

    mutating func contains(_ byte: UInt8) -> Bool {
      wasInside = isInside
      guard isInside else {
        isInside = byte == UInt8(ascii: "\"")
        return isInside
      }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInside = false
      }
      return true
    }
  }
}
