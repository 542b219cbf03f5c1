import Catalog

/// Reads a JSON text once, strictly by RFC 8259: UTF-8, no name twice in an object, no lone
/// surrogates, no numbers beyond a double, bounded nesting. The cost is linear in the length.
struct JSONParser {
  static let deepest = 128

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func parse(_ bytes: [UInt8]) throws(BundleProblem) -> JSONNode {
    if let offset = firstInvalidUTF8(in: bytes) {
      throw BundleProblem(.notUTF8, offset: offset, "This byte is not valid UTF-8.")
    }
    var parser = JSONParser(bytes)
    parser.skipSpace()
    let node = try parser.node()
    parser.skipSpace()
    guard parser.position == bytes.count else {
      throw parser.mistake("Something follows the end of the document.")
    }
    return node
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func mistake(_ detail: String) -> BundleProblem {
    BundleProblem(.notJSON, offset: position, detail)
  }

  private mutating func skipSpace() {
    while let byte = next, isJSONSpace(byte) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func node() throws(BundleProblem) -> JSONNode {
    let start = position
    let value: JSONNode.Value
    switch next {
    case UInt8(ascii: "{"): value = try object()
    case UInt8(ascii: "["): value = try list()
    case UInt8(ascii: "\""): value = .text(try text())
    case UInt8(ascii: "t"): value = try word("true", .boolean(true))
    case UInt8(ascii: "f"): value = try word("false", .boolean(false))
    case UInt8(ascii: "n"): value = try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      value = try number()
    default: throw mistake("A value is expected.")
    }
    return JSONNode(value: value, range: start..<position)
  }

  private mutating func open() throws(BundleProblem) {
    guard depth < Self.deepest else {
      throw BundleProblem(
        .tooDeep, offset: position, "The document nests deeper than \(Self.deepest) levels.")
    }
    depth += 1
    position += 1
    skipSpace()
  }

  private mutating func object() throws(BundleProblem) -> JSONNode.Value {
    try open()
    defer { depth -= 1 }
    var members: [JSONNode.Member] = []
    var names: Set<[UInt8]> = []
    if take("}") { return .object(members) }
    while true {
      let start = position
      guard next == UInt8(ascii: "\"") else { throw mistake("A member name is expected.") }
      let name = try text()
      guard names.insert(Array(name.utf8)).inserted else {
        throw BundleProblem(
          .duplicateMember, offset: start, "The member “\(name)” stands here for the second time.")
      }
      skipSpace()
      guard take(":") else { throw mistake("A colon is expected behind a member name.") }
      skipSpace()
      members.append(JSONNode.Member(name: name, node: try node()))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw mistake("A comma or the end of the object is expected.") }
      skipSpace()
    }
  }

  private mutating func list() throws(BundleProblem) -> JSONNode.Value {
    try open()
    defer { depth -= 1 }
    var items: [JSONNode] = []
    if take("]") { return .list(items) }
    while true {
      items.append(try node())
      skipSpace()
      if take("]") { return .list(items) }
      guard take(",") else { throw mistake("A comma or the end of the list is expected.") }
      skipSpace()
    }
  }

  private mutating func word(
    _ word: String, _ value: JSONNode.Value
  ) throws(BundleProblem) -> JSONNode.Value {
    guard bytes[position...].starts(with: word.utf8) else { throw mistake("A value is expected.") }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(BundleProblem) -> JSONNode.Value {
    do throws(JSONNumber.Mistake) {
      let number = try JSONNumber(in: bytes, at: position)
      position = number.end
      return switch number.value {
      case .integer(let integer): .integer(integer)
      case .number(let number): .number(number)
      }
    } catch {
      throw BundleProblem(
        error.kind == .tooLarge ? .badValue : .notJSON, offset: error.offset, "\(error)")
    }
  }
}

extension JSONParser {
  private mutating func text() throws(BundleProblem) -> String {
    position += 1
    let start = position
    while let byte = next, isPlain(byte) { position += 1 }
    if take("\"") {
      return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }
    var content = Array(bytes[start..<position])
    while let byte = next {
      if take("\"") { return String(decoding: content, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &content)
      } else if byte < 0x20 {
        throw mistake("A control character inside a string must be escaped.")
      } else {
        content.append(byte)
        position += 1
      }
    }
    throw mistake("The string does not end.")
  }

  private mutating func escape(into content: inout [UInt8]) throws(BundleProblem) {
    do throws(JSONEscape.Mistake) {
      let escape = try JSONEscape(in: bytes, at: position)
      content.append(contentsOf: escape.character.utf8)
      position = escape.end
    } catch {
      throw mistake("\(error)")
    }
  }
}

func isJSONSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

/// Whether a byte inside a string stands for itself.
private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}
