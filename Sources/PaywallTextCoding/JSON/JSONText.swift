/// Writes JSON as UTF-8 bytes, without white space and in the given order.
package struct JSONText: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package init(_ write: (inout JSONText) -> Void) { write(&self) }

  /// Appends text that is JSON already.
  package mutating func raw(_ text: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends bytes that are JSON already.
  package mutating func raw(_ json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

  /// Appends a string literal, escaped only as RFC 8259 requires.
  package mutating func string(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var plain = 0
      for index in 0..<utf8.count {
        let byte = unsafe utf8[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
          continue
        }
        unsafe bytes.append(contentsOf: utf8[plain..<index])
        escape(byte)
        plain = index + 1
      }
      unsafe bytes.append(contentsOf: utf8[plain...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x0A: raw("\\n")
    case 0x0D: raw("\\r")
    case 0x09: raw("\\t")
    default:
      raw("\\u00")
      bytes.append(hexadecimal: CollectionOfOne(byte))
    }
  }

  package mutating func integer(_ number: some BinaryInteger) {
    bytes.append(contentsOf: String(number).utf8)
  }

  package mutating func boolean(_ value: Bool) { value ? raw("true") : raw("false") }

  /// Appends a list with commas between what `each` writes.
  package mutating func list<Item>(
    _ items: some Sequence<Item>, each write: (inout JSONText, Item) -> Void
  ) {
    var separator = UInt8(ascii: "[")
    for item in items {
      bytes.append(separator)
      write(&self, item)
      separator = UInt8(ascii: ",")
    }
    if separator == UInt8(ascii: "[") { bytes.append(separator) }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends the shortest decimal that reads back as the same number; whole numbers without a point.
  package mutating func number(_ number: Double) {
    guard number.isFinite else { return raw("null") }
    if let whole = Int64(exactly: number) { return integer(whole) }
    bytes.append(contentsOf: "\(number)".utf8)
  }
}
