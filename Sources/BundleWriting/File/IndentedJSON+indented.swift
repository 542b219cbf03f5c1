import PaywallBundles

extension IndentedJSON {
  /// The number of levels that are indented; deeper ones stay on one line.
  static let levels = 6

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
}
