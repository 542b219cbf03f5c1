/// Reads a JSON text once, strictly by RFC 8259. Not copyable, so that no call counts references.
struct JSONScanner: ~Copyable {
  private(set) var nodes: [JSONNode] = []
  var duplicates: [Int] = []
  let bytes: [UInt8]
  let limits: JSONLimits
  /// The first level too deep for a container, or any value.
  private let containerDepth, valueDepth: Int
  var position: Int
  /// Fingerprints of the names in open objects.
  var names: [UInt64] = []
  private var values = 0
  /// At least 0x80 if a string has a byte outside of ASCII.
  var seen: UInt8 = 0

  init(_ bytes: [UInt8], _ limits: JSONLimits, from start: Int) {
    self.bytes = bytes
    self.limits = limits
    position = start
    switch limits.depth {
    case .containers(let most): (containerDepth, valueDepth) = (most, .max)
    case .values(let most): (containerDepth, valueDepth) = (most, most)
    }
    nodes.reserveCapacity(96)
  }

  mutating func scan() throws(JSONMistake) {
    skipSpace()
    guard position < bytes.count else { throw JSONMistake(.empty, at: position) }
    try readValue(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw JSONMistake(.trailing, at: position) }
    if seen >= 0x80, let offset = firstInvalidUTF8(in: bytes) {
      throw JSONMistake(.notUTF8, at: offset)
    }
  }

  /// 0 at the end: no token begins with it.
  func peek() -> UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20, isJSONSpace(bytes[position]) {
      position += 1
    }
  }

  private mutating func skip(
    _ character: Unicode.Scalar, or kind: JSONMistake.Kind
  ) throws(JSONMistake) {
    guard peek() == UInt8(ascii: character) else { throw JSONMistake(kind, at: position) }
    position += 1
  }

  private mutating func readValue(depth: Int) throws(JSONMistake) {
    values += 1
    guard values <= limits.values else { throw JSONMistake(.tooManyValues, at: position) }
    guard depth < valueDepth else { throw JSONMistake(.tooDeep, at: position) }
    switch peek() {
    case UInt8(ascii: "{"): try readObject(depth: depth)
    case UInt8(ascii: "["): try readArray(depth: depth)
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "t"): try readWord("true", .true)
    case UInt8(ascii: "f"): try readWord("false", .false)
    case UInt8(ascii: "n"): try readWord("null", .null)
    case UInt8(ascii: "-"), 0x30...0x39: try readNumber()
    default: throw JSONMistake(.valueExpected, at: position)
    }
  }

  private mutating func readObject(depth: Int) throws(JSONMistake) {
    let open = try openContainer(.object, depth: depth)
    let firstName = names.count
    var many = JSONNameTable()
    while peek() != UInt8(ascii: "}") {
      if names.count > firstName {
        try skip(",", or: .commaOrBraceExpected)
        skipSpace()
      }
      guard peek() == UInt8(ascii: "\"") else { throw JSONMistake(.nameExpected, at: position) }
      let start = position
      try readString()
      try addName(to: open, firstName, &many, at: start)
      skipSpace()
      try skip(":", or: .colonExpected)
      skipSpace()
      try readValue(depth: depth + 1)
      skipSpace()
    }
    names.removeLast(names.count - firstName)
    close(open)
  }

  private mutating func readArray(depth: Int) throws(JSONMistake) {
    let open = try openContainer(.array, depth: depth)
    while peek() != UInt8(ascii: "]") {
      if nodes.count > open + 1 {
        try skip(",", or: .commaOrBracketExpected)
        skipSpace()
      }
      try readValue(depth: depth + 1)
      skipSpace()
    }
    close(open)
  }

  private mutating func openContainer(
    _ kind: JSONNode.Kind, depth: Int
  ) throws(JSONMistake) -> Int {
    guard depth < containerDepth else { throw JSONMistake(.tooDeep, at: position) }
    nodes.append(JSONNode(kind, position..<position, next: 0))
    position += 1
    skipSpace()
    return nodes.count - 1
  }

  private mutating func close(_ open: Int) {
    position += 1
    nodes[open] = nodes[open].closed(at: position, next: nodes.count)
  }

  mutating func add(_ kind: JSONNode.Kind, _ range: Range<Int>) {
    nodes.append(JSONNode(kind, range, next: nodes.count + 1))
  }
}
