import Catalog

/// Reads one JSON document strictly by RFC 8259: no duplicate names, no invalid UTF-8, no lone
/// surrogates, no numbers beyond a double, at most 32 levels and `Limits.values` values. Every mistake
/// has its place.
package struct JSONReader {
  package static let deepest = 32

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var values = 0
  /// Up to where lines and columns are counted.
  private var counted = (offset: 0, line: 1, column: 1)

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The document of these bytes, or `malformedJSON` with line and column.
  package static func read(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
    if let broken = firstInvalidUTF8(in: bytes) {
      throw JSONReader(bytes).mistake("This byte is not valid UTF-8.", at: broken)
    }
    var reader = JSONReader(bytes)
    reader.skipSpace()
    guard reader.position < bytes.count else {
      throw reader.mistake("The body is empty; a JSON object is expected.", at: 0)
    }
    let value = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else {
      throw reader.mistake("Something follows the end of the document.", at: reader.position)
    }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(Problem) -> JSONValue {
    values += 1
    guard values <= Limits.values else {
      throw Problem(
        .tooManyValues,
        "A document may have \(Limits.values) values, counting objects, arrays and what is in them. Send less at a time.",
        place: place(of: position))
    }
    switch next {
    case UInt8(ascii: "{"): return try nested { reader throws(Problem) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(Problem) in try reader.list() }
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return try number()
    case nil: throw mistake("The document ends before its value.", at: position)
    default:
      throw mistake(
        "A value is expected: an object, an array, a string, a number, true, false or null.",
        at: position)
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(Problem) -> JSONValue
  ) throws(Problem) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw mistake("The document nests deeper than \(Self.deepest) levels.", at: position)
    }
    return try read(&self)
  }

  private mutating func object() throws(Problem) -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    var names = MemberNames()
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipSpace()
      let start = position
      let place = placeHere()
      guard next == UInt8(ascii: "\"") else {
        throw mistake("A member name in double quotes is expected.", at: position)
      }
      let name = try string()
      guard names.insert(name) else {
        throw mistake("The member “\(name)” is given twice.", at: start, field: name)
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else {
        throw mistake("A colon is expected behind a member name.", at: position)
      }
      skipSpace()
      members.append(JSONValue.Member(name, try value(), at: place))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else {
        throw mistake("A comma or the end of the object is expected.", at: position)
      }
    }
  }

  private mutating func list() throws(Problem) -> JSONValue {
    position += 1
    var items: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .list([]) }
    while true {
      skipSpace()
      items.append(try value())
      skipSpace()
      if take(UInt8(ascii: "]")) { return .list(items) }
      guard take(UInt8(ascii: ",")) else {
        throw mistake("A comma or the end of the array is expected.", at: position)
      }
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(Problem) -> JSONValue
  {
    guard bytes[position...].starts(with: text.description.utf8) else {
      throw mistake(
        "A value is expected; only true, false and null stand without quotes.", at: position)
    }
    position += text.utf8CodeUnitCount
    return value
  }

  private mutating func number() throws(Problem) -> JSONValue {
    do throws(JSONNumber.Mistake) {
      let number = try JSONNumber(in: bytes, at: position)
      position = number.end
      return switch number.value {
      case .integer(let integer): .integer(integer)
      case .number(let number): .number(number)
      }
    } catch {
      throw mistake("\(error)", at: error.offset)
    }
  }

  private mutating func string() throws(Problem) -> String {
    let start = position
    position += 1
    skipPlain()
    // Most strings have no escape, and are taken as they stand.
    if next == UInt8(ascii: "\"") {
      defer { position += 1 }
      return String(decoding: bytes[(start + 1)..<position], as: UTF8.self)
    }
    var content = Array(bytes[(start + 1)..<position])
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try escape(into: &content)
      case 0..<0x20:
        throw mistake("A control character inside a string must be escaped.", at: position)
      default:
        let start = position
        skipPlain()
        content += bytes[start..<position]
      }
    }
    throw mistake("The string that begins here does not end.", at: start)
  }

  /// Past the bytes inside a string that stand for themselves.
  private mutating func skipPlain() {
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
  }

  private mutating func escape(into content: inout [UInt8]) throws(Problem) {
    do throws(JSONEscape.Mistake) {
      let escape = try JSONEscape(in: bytes, at: position)
      content.append(contentsOf: escape.character.utf8)
      position = escape.end
    } catch {
      throw mistake("\(error)", at: position)
    }
  }

  private func mistake(_ detail: String, at offset: Int, field: String? = nil) -> Problem {
    Problem(.malformedJSON, detail, field: field, place: place(of: offset))
  }

  /// Where the reader stands. Counted on from the last place that was asked for, so that a body of
  /// many members is walked over once.
  private mutating func placeHere() -> Problem.Place {
    for byte in bytes[counted.offset..<position] {
      if byte == 0x0A {
        counted.line += 1
        counted.column = 1
      } else if byte & 0xC0 != 0x80 {
        counted.column += 1
      }
    }
    counted.offset = position
    return Problem.Place(line: counted.line, column: counted.column)
  }

  /// The place of a mistake, which ends the reading: lines and columns in Unicode scalars from 1.
  private func place(of offset: Int) -> Problem.Place {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Problem.Place(line: line, column: before[start...].count { $0 & 0xC0 != 0x80 } + 1)
  }
}
