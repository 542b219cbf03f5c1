package import PaywallTextCoding

/// An object in a parsed JSON text. A member that is missing, `null` or of another type is `nil`:
/// additions and changes by Apple never make the whole fail.
package struct JSONObject: Sendable {
  private let document: JSONDocument
  private let index: Int
  /// Whether a date that is no integer makes the text untrusted.
  var hasStrictDates = false

  /// Signed texts are small, and checked by their signature: what half of a surrogate pair or a
  /// number of any size means is not asked before a member needs it.
  static let limits = JSONLimits(
    depth: .values(16), members: 128, surrogates: .replaced, numbers: .any)

  /// Reads a text whose outermost value is an object.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    guard bytes.first(where: { !isJSONSpace($0) }) == UInt8(ascii: "{") else { throw .notAnObject }
    do throws(JSONMistake) {
      document = try JSONDocument(bytes, Self.limits)
    } catch {
      throw JSONFault(error)
    }
    index = 0
  }

  /// The outermost value of a document; `nil` if it is no object.
  package init?(_ document: JSONDocument) {
    guard document.nodes.first?.kind == .object else { return nil }
    self.document = document
    index = 0
  }

  private init(_ parent: JSONObject, at index: Int) {
    document = parent.document
    self.index = index
    hasStrictDates = parent.hasStrictDates
  }

  /// The value of a member, with its index.
  private func value(_ name: String) -> (node: JSONNode, index: Int)? {
    var at = index + 1
    while at < document.nodes[index].next {
      let node = document.nodes[at]
      if node.range.count == name.utf8.count, node.kind == .string,
        document.bytes[node.range].first == name.utf8.first,
        document.bytes[node.range].elementsEqual(name.utf8)
      {
        return (document.nodes[at + 1], at + 1)
      }
      at = document.nodes[at + 1].next
    }
    return nil
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  /// Whether a member is missing or `null`, which is how JSON says the same.
  package func lacks(_ name: String) -> Bool { value(name).map { $0.node.kind == .null } ?? true }

  package func object(_ name: String) -> JSONObject? {
    value(name).flatMap { $0.node.kind == .object ? JSONObject(self, at: $0.index) : nil }
  }

  /// The members that are objects, with their names, besides those of some names.
  func objects(besides known: Set<String>) -> [(name: String, object: JSONObject)] {
    members(besides: known).filter { document.nodes[$0.index].kind == .object }
      .map { ($0.name, JSONObject(self, at: $0.index)) }
  }

  /// The members besides those of some names, each as it is written.
  package func written(besides known: Set<String>) -> [(name: String, json: String)] {
    members(besides: known).map { name, index in
      let range = document.nodes[index].wholeRange
      return (name, String(decoding: document.bytes[range], as: UTF8.self))
    }
  }

  private func members(besides known: Set<String>) -> [(name: String, index: Int)] {
    var (at, members) = (index + 1, [(name: String, index: Int)]())
    while at < document.nodes[index].next {
      let name = document.string(document.nodes[at])
      if !known.contains(name) { members.append((name, at + 1)) }
      at = document.nodes[at + 1].next
    }
    return members
  }

  package func string(_ name: String) -> String? { value(name).flatMap { string($0.node) } }

  /// A text as its bytes in UTF-8.
  func text(_ name: String) -> [UInt8]? { value(name).flatMap { text($0.node) } }

  /// The elements of an array as bytes; `nil` if one is no text.
  func texts(_ name: String) -> [[UInt8]]? {
    guard let elements = elements(name) else { return nil }
    let texts = elements.compactMap(text)
    return texts.count == elements.count ? texts : nil
  }

  /// The texts of an array; elements of another type are left out.
  func strings(_ name: String) -> [String]? { textsOrNone(name)?.compactMap(\.self) }

  /// The texts of an array; `nil` in the place of an element of another type.
  package func textsOrNone(_ name: String) -> [String?]? { elements(name)?.map(string) }

  /// The objects of an array; `nil` in the place of an element of another type.
  package func objects(_ name: String) -> [JSONObject?]? {
    guard let array = value(name), array.node.kind == .array else { return nil }
    var (at, objects) = (array.index + 1, [JSONObject?]())
    while at < array.node.next {
      objects.append(document.nodes[at].kind == .object ? JSONObject(self, at: at) : nil)
      at = document.nodes[at].next
    }
    return objects
  }

  private func string(_ node: JSONNode) -> String? { node.isString ? document.string(node) : nil }

  private func text(_ node: JSONNode) -> [UInt8]? { node.isString ? document.utf8(node) : nil }

  private func elements(_ name: String) -> [JSONNode]? {
    guard let array = value(name), array.node.kind == .array else { return nil }
    var (at, elements) = (array.index + 1, [JSONNode]())
    while at < array.node.next {
      elements.append(document.nodes[at])
      at = document.nodes[at].next
    }
    return elements
  }

  package func flag(_ name: String) -> Bool? {
    switch value(name)?.node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// A whole number of 64 bits that is written as one.
  func plainInteger(_ name: String) -> Int64? {
    guard case .integer(let number) = number(name) else { return nil }
    return number
  }

  /// A whole number, also one written with a fraction of zero or an exponent.
  package func integer(_ name: String) -> Int64? {
    switch number(name) {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    case nil: nil
    }
  }

  private func number(_ name: String) -> JSONNumber? {
    value(name).flatMap { value in
      value.node.kind == .integer || value.node.kind == .decimal
        ? document.number(value.node) : nil
    }
  }
}
