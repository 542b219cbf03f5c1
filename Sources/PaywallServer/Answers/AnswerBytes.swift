/// Builds the bytes of a response. Lives in this module so that the compiler can inline every
/// append on the hot path.
struct AnswerBytes {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Appends bytes that are JSON already.
  mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// Appends text that is JSON already.
  mutating func raw(_ json: String) { bytes.append(contentsOf: json.utf8) }

  /// Appends a string literal. Most texts need no escape and are copied whole.
  mutating func string(_ text: String) {
    let start = bytes.count
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    for byte in bytes[(start + 1)...] where byte < 0x20 || byte == 0x22 || byte == 0x5C {
      bytes.removeSubrange(start...)
      bytes.append(contentsOf: escaped(text))
      return
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func integer(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }
}

// Members, each with the bytes before its value: `,"rule":`.
extension AnswerBytes {
  /// A word that needs no escaping. Its quotation mark is already there.
  mutating func word(_ start: String, _ word: String) {
    raw(start)
    raw(word)
    raw("\"")
  }

  mutating func string(_ start: String, _ text: String) {
    raw(start)
    string(text)
  }

  mutating func integer(_ start: String, _ number: Int) {
    raw(start)
    integer(number)
  }

  mutating func boolean(_ start: String, _ value: Bool) {
    raw(start)
    raw(value ? "true" : "false")
  }
}
