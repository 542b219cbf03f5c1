/// Reads a JSON text once, strictly (RFC 8259), without copying a value. Its cost is linear in the
/// length: nesting and the number of members in one object are bounded.
struct JSONScanner {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var nodes: [JSONNode] = []
  /// Hashes of the names in the objects that are open.
  private var names: [UInt64] = []
  private var seen: UInt8 = 0

  static let maximalDepth = 16
  static let maximalMembers = 128

  init(_ bytes: [UInt8]) throws(JSONFault) {
    self.bytes = bytes
    nodes.reserveCapacity(96)
    skipSpace()
    guard peek() == UInt8(ascii: "{") else { throw .notAnObject }
    try readValue(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw .notJSON }
    guard seen < 0x80 || String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
  }

  private func peek() -> UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while true {
      switch peek() {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) throws(JSONFault) {
    guard peek() == UInt8(ascii: character) else { throw .notJSON }
    position += 1
  }

  private mutating func readValue(depth: Int) throws(JSONFault) {
    guard depth < Self.maximalDepth else { throw .tooDeep }
    switch peek() {
    case UInt8(ascii: "{"): try readObject(depth: depth)
    case UInt8(ascii: "["): try readArray(depth: depth)
    case UInt8(ascii: "\""): try readText()
    case UInt8(ascii: "t"): try readWord("true", .yes)
    case UInt8(ascii: "f"): try readWord("false", .no)
    case UInt8(ascii: "n"): try readWord("null", .null)
    default: try readNumber()
    }
  }

  private mutating func readObject(depth: Int) throws(JSONFault) {
    let (open, firstName) = (openContainer(.object), names.count)
    while peek() != UInt8(ascii: "}") {
      if names.count > firstName { try skip(",") }
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw .notJSON }
      try readText()
      let name = nodes[nodes.count - 1].hash(in: bytes)
      guard !names[firstName...].contains(name) else { throw .duplicateMember }
      guard names.count - firstName < Self.maximalMembers else { throw .tooManyMembers }
      names.append(name)
      skipSpace()
      try skip(":")
      skipSpace()
      try readValue(depth: depth + 1)
      skipSpace()
    }
    names.removeSubrange(firstName...)
    close(open)
  }

  private mutating func readArray(depth: Int) throws(JSONFault) {
    let open = openContainer(.array)
    while peek() != UInt8(ascii: "]") {
      if nodes.count > open + 1 { try skip(",") }
      skipSpace()
      try readValue(depth: depth + 1)
      skipSpace()
    }
    close(open)
  }

  private mutating func openContainer(_ kind: JSONNode.Kind) -> Int {
    nodes.append(JSONNode(kind: kind, range: position..<position, next: 0))
    position += 1
    skipSpace()
    return nodes.count - 1
  }

  private mutating func close(_ open: Int) {
    position += 1
    nodes[open].range = nodes[open].range.lowerBound..<position
    nodes[open].next = nodes.count
  }

  private mutating func add(_ kind: JSONNode.Kind, _ range: Range<Int>) {
    nodes.append(JSONNode(kind: kind, range: range, next: nodes.count + 1))
  }

  private mutating func readWord(_ word: String, _ kind: JSONNode.Kind) throws(JSONFault) {
    let end = position + word.utf8.count
    guard end <= bytes.count, bytes[position..<end].elementsEqual(word.utf8) else { throw .notJSON }
    add(kind, position..<end)
    position = end
  }

  private mutating func readNumber() throws(JSONFault) {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    if peek() == UInt8(ascii: "0") { position += 1 } else { try skipDigits() }
    if peek() == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
    }
    add(.number, start..<position)
  }

  private mutating func skipDigits() throws(JSONFault) {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek()) { position += 1 }
    guard position > start else { throw .notJSON }
  }

  private mutating func readText() throws(JSONFault) {
    let start = position + 1
    var (at, kind) = (start, JSONNode.Kind.text)
    while true {
      at = bytes.endOfPlainText(from: at)
      guard at < bytes.count else { throw .notJSON }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        add(kind, start..<at)
        position = at + 1
        return
      }
      guard byte >= 0x20 else { throw .notJSON }
      if byte == UInt8(ascii: "\\") {
        kind = .escapedText
        at += try lengthOfEscape(at: at)
      } else {
        seen |= byte
        at += 1
      }
    }
  }

  private func lengthOfEscape(at start: Int) throws(JSONFault) -> Int {
    guard start + 1 < bytes.count else { throw .notJSON }
    switch bytes[start + 1] {
    case UInt8(ascii: "u"):
      let digits = bytes[(start + 2)...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ JSONNode.hexValue($0) != nil }) else {
        throw .notJSON
      }
      return 6
    case let letter:
      guard JSONNode.plainEscape(letter) != nil else { throw .notJSON }
      return 2
    }
  }
}
