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
    default: value = try number()
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

  private mutating func digits() throws(BundleProblem) {
    let start = position
    while let byte = next, isDigit(byte) { position += 1 }
    guard position > start else { throw mistake("A value is expected, or a digit of a number.") }
  }

  private mutating func number() throws(BundleProblem) -> JSONNode.Value {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw BundleProblem(.badValue, offset: start, "The number is larger than a double can hold.")
    }
    return .number(number)
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
    position += 1
    guard let letter = next else { throw mistake("The escape does not end.") }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code), take("\\"), take("u") {
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else {
          throw mistake("Half of a surrogate pair is no character.")
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw mistake("Half of a surrogate pair is no character.")
      }
      content.append(contentsOf: String(Character(scalar)).utf8)
    default: throw mistake("There is no such escape.")
    }
  }

  private mutating func hexadecimal() throws(BundleProblem) -> UInt32 {
    guard position + 4 <= bytes.count else { throw mistake("Four digits are expected.") }
    var code: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw mistake("Four hexadecimal digits are expected.")
      }
      code = code << 4 | UInt32(digit)
    }
    position += 4
    return code
  }
}

func isJSONSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Whether a byte inside a string stands for itself.
private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

/// The offset of the first byte that does not belong to valid UTF-8.
private func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  guard !bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
  var decoder = UTF8.ForwardParser()
  var iterator = bytes.makeIterator()
  var offset = 0
  while true {
    switch decoder.parseScalar(from: &iterator) {
    case .valid(let encoded): offset += encoded.count
    case .emptyInput: return nil
    case .error: return offset
    }
  }
}
