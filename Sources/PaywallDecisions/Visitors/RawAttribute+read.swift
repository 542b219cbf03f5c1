package import PaywallCatalog

extension RawAttribute {
  /// The value as an attribute of this type; `nil` if it cannot be read as one. Text can be read as
  /// any type, because query items are always text.
  package func read(as type: AttributeType) -> AttributeValue? {
    switch (type, self) {
    case (.string, .text(let text)): .string(text)
    case (.integer, .integer(let number)): .integer(number)
    case (.integer, .number(let number)): Int64(exactly: number).map { .integer($0) }
    case (.integer, .text(let text)): text.integer.map { .integer($0) }
    case (.number, .integer(let number)): .number(Double(number))
    case (.number, .number(let number)): number.isFinite ? .number(number) : nil
    case (.number, .text(let text)): text.number.map { .number($0) }
    case (.boolean, .boolean(let value)): .boolean(value)
    case (.boolean, .text("true")): .boolean(true)
    case (.boolean, .text("false")): .boolean(false)
    case (.version, .text(let text)): Version(text).map { .version($0) }
    case (.version, .integer(let number)): Version(String(number)).map { .version($0) }
    case (.time, .text(let text)): Timestamp(rfc3339: text).map { .time($0) }
    case (.list, .list(let items)): .list(items)
    case (.list, .text(let text)): .list(text.split(separator: ",").map(String.init))
    default: nil
    }
  }

  /// The value as an id that can be hashed. A number without a fraction counts as an integer.
  package func readAsUnit() -> UnitValue {
    switch self {
    case .null, .text(""): .missing
    case .text(let text) where PlaceholderId.contains(text): .missing
    case .text(let text): .id(HashedUnit(text))
    case .integer(let number): Self.unit(number)
    case .number(let number): Int64(exactly: number).map(Self.unit) ?? .invalid
    case .boolean, .list, .other: .invalid
    }
  }

  /// JavaScript's safe integers: beyond them other clients may take two ids for the same number.
  private static func unit(_ number: Int64) -> UnitValue {
    number.magnitude < 1 << 53 ? .id(HashedUnit(String(number))) : .invalid
  }
}

extension String {
  /// Digits with an optional minus sign.
  fileprivate var integer: Int64? { utf8.first == UInt8(ascii: "+") ? nil : Int64(self) }

  /// A decimal number, without the hexadecimal numbers, infinities and NaNs that Swift also reads.
  fileprivate var number: Double? {
    let allowed = utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard allowed, utf8.first != UInt8(ascii: "+"), let number = Double(self), number.isFinite
    else { return nil }
    return number
  }
}
