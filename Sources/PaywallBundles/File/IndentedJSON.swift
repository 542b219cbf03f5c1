import PaywallTextCoding
/// Adds or removes white space between the tokens of JSON.
package enum IndentedJSON {
  /// Without white space outside of strings.
  static func compact(_ json: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var string = StringState()
    for byte in json where string.contains(byte) || !isJSONSpace(byte) { text.append(byte) }
    return text
  }

  /// Whether a byte belongs to a string, its quotes included.
  package struct StringState {
    private var isInside = false
    private var isEscaped = false
    /// Whether the string had begun before the last byte.
    package private(set) var wasInside = false

    package init() {}

    package mutating func contains(_ byte: UInt8) -> Bool {
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
