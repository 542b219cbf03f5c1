/// A JSON text that was read: the ranges of its values, none of them copied yet.
package struct JSONDocument: Sendable {
  package let bytes: [UInt8]
  /// In the order of the text: after an object come a name and a value for each member, after an
  /// array its elements.
  package let nodes: [JSONNode]
  /// The nodes of repeated names, if the limits list them.
  package let duplicates: [Int]

  /// Reads a text once. The cost is linear in its length.
  ///
  /// - Parameter start: the offset at which the text begins.
  package init(
    _ bytes: [UInt8], _ limits: JSONLimits, from start: Int = 0
  ) throws(JSONMistake) {
    var scanner = JSONScanner(bytes, limits, from: start)
    try scanner.scan()
    self.bytes = bytes
    nodes = scanner.nodes
    duplicates = scanner.duplicates
  }
}

/// A value or a name in a JSON text.
package struct JSONNode: Sendable {
  package enum Kind: Sendable {
    case object, array
    /// Without and with escapes.
    case string, escapedString
    /// Without and with a point or an exponent.
    case integer, decimal
    case `true`, `false`, null
  }

  package let kind: Kind
  /// The bytes of the value: of a string those between its quotes.
  package let range: Range<Int>
  /// The index of the node after this one and everything in it.
  package let next: Int

  /// The same with the quotes.
  package var wholeRange: Range<Int> {
    isString ? range.lowerBound - 1..<range.upperBound + 1 : range
  }

  package var isString: Bool { kind == .string || kind == .escapedString }

  init(_ kind: Kind, _ range: Range<Int>, next: Int) {
    self.kind = kind
    self.range = range
    self.next = next
  }

  /// The same container, closed.
  func closed(at end: Int, next: Int) -> JSONNode {
    JSONNode(kind, range.lowerBound..<end, next: next)
  }
}

extension JSONDocument {
  /// The elements of an array, as indices of nodes.
  package func elements(of index: Int) -> [Int] {
    var (elements, at) = ([Int](), index + 1)
    while at < nodes[index].next {
      elements.append(at)
      at = nodes[at].next
    }
    return elements
  }

  /// The members of an object: the index of each name, after which its value stands.
  package func names(of index: Int) -> [Int] {
    var (names, at) = ([Int](), index + 1)
    while at < nodes[index].next {
      names.append(at)
      at = nodes[at + 1].next
    }
    return names
  }

  /// The text of a string node, its escapes resolved.
  package func string(_ node: JSONNode) -> String {
    node.kind == .escapedString
      ? String(decoding: bytes.unescaped(node.range), as: UTF8.self)
      : String(decoding: bytes[node.range], as: UTF8.self)
  }

  /// The same in UTF-8.
  package func utf8(_ node: JSONNode) -> [UInt8] {
    node.kind == .escapedString ? bytes.unescaped(node.range) : Array(bytes[node.range])
  }

  /// A number as it is written.
  package func literal(_ node: JSONNode) -> String {
    String(decoding: bytes[node.range], as: UTF8.self)
  }

  /// A whole number if it is written as one and fits 64 bits.
  package func number(_ node: JSONNode) -> JSONNumber {
    if node.kind == .integer, let integer = bytes.integer(node.range) { return .integer(integer) }
    let literal = literal(node)
    if node.kind == .integer, let integer = Int64(literal) { return .integer(integer) }
    return .number(Double(literal) ?? .infinity)
  }
}

extension [UInt8] {
  /// Half of a surrogate pair, if the limits allow it, becomes U+FFFD.
  func unescaped(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      guard self[at] == UInt8(ascii: "\\") else {
        text.append(self[at])
        at += 1
        continue
      }
      if let letter = JSONEscape.letter(self[at + 1]) {
        text.append(letter)
        at += 2
      } else if let escape = try? JSONEscape(in: self, at: at) {
        for byte in escape.character.utf8 { text.append(byte) }
        at = escape.end
      } else {
        text += [0xEF, 0xBF, 0xBD]
        at += 6
      }
    }
    return text
  }

  /// `nil` for more digits than always fit 64 bits.
  fileprivate func integer(_ range: Range<Int>) -> Int64? {
    guard range.count <= 18 else { return nil }
    let isNegative = self[range.lowerBound] == UInt8(ascii: "-")
    var number: Int64 = 0
    for index in range.lowerBound + (isNegative ? 1 : 0)..<range.upperBound {
      number = number &* 10 &+ Int64(self[index] &- 0x30)
    }
    return isNegative ? -number : number
  }
}
