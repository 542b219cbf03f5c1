import TextCoding

/// Writes JSON as UTF-8 bytes, without white space and in the order it is given.
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

  /// Appends a string literal, escaped as RFC 8259 demands and no further.
  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20:
        raw("\\u00")
        bytes.append(hexadecimal: CollectionOfOne(byte))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
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

  /// Appends content; a localised place that is still open is written as an object of locales.
  package mutating func content(_ content: Content) {
    switch content {
    case .null: raw("null")
    case .boolean(let value): boolean(value)
    case .integer(let number): integer(number)
    case .number(let number): bytes.append(contentsOf: decimal(number).utf8)
    case .text(let text): string(text)
    case .list(let items): list(items) { $0.content($1) }
    case .object(let members): object(members)
    case .localised(let values):
      let keys = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      object(keys.map { Content.Member($0, values[$0] ?? .null) })
    }
  }

  private mutating func object(_ members: [Content.Member]) {
    raw("{")
    for (index, member) in members.enumerated() {
      if index > 0 { raw(",") }
      string(member.key)
      raw(":")
      content(member.value)
    }
    raw("}")
  }
}

/// The shortest decimal that reads back as the same number; whole numbers without a point.
private func decimal(_ number: Double) -> String {
  guard number.isFinite else { return "null" }
  if let whole = Int64(exactly: number) { return String(whole) }
  return "\(number)"
}
