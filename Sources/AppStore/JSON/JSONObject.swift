/// An object in a parsed JSON text. A member that is missing, `null` or of another type is `nil`:
/// additions and changes by Apple never make the whole fail.
struct JSONObject {
  private let bytes: [UInt8]
  private let nodes: [JSONNode]
  private let index: Int
  /// Whether a date that is no integer makes the text untrusted.
  var hasStrictDates = false

  /// Reads a text whose outermost value is an object.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    self.bytes = bytes
    nodes = try JSONScanner(bytes).nodes
    index = 0
  }

  private init(_ parent: JSONObject, at index: Int) {
    bytes = parent.bytes
    nodes = parent.nodes
    self.index = index
    hasStrictDates = parent.hasStrictDates
  }

  /// The index of a member's value.
  private func place(_ name: String) -> Int? {
    var at = index + 1
    while at < nodes[index].next {
      let node = nodes[at]
      if node.range.count == name.utf8.count, node.kind == .text,
        bytes[node.range].first == name.utf8.first, bytes[node.range].elementsEqual(name.utf8)
      {
        return at + 1
      }
      at = nodes[at + 1].next
    }
    return nil
  }

  func has(_ name: String) -> Bool { place(name) != nil }

  /// Whether a member is missing or `null`, which JSON treats alike.
  func lacks(_ name: String) -> Bool { place(name).map { nodes[$0].kind == .null } ?? true }

  func object(_ name: String) -> JSONObject? {
    place(name).flatMap { nodes[$0].kind == .object ? JSONObject(self, at: $0) : nil }
  }

  func string(_ name: String) -> String? { place(name).flatMap { nodes[$0].string(in: bytes) } }

  /// A text as its bytes in UTF-8.
  func text(_ name: String) -> [UInt8]? { place(name).flatMap { nodes[$0].text(in: bytes) } }

  /// The elements of an array as bytes; `nil` if one is no text.
  func texts(_ name: String) -> [[UInt8]]? {
    guard let elements = elements(name) else { return nil }
    let texts = elements.compactMap { $0.text(in: bytes) }
    return texts.count == elements.count ? texts : nil
  }

  /// The texts of an array; elements of another type are left out.
  func strings(_ name: String) -> [String]? {
    elements(name)?.compactMap { $0.string(in: bytes) }
  }

  private func elements(_ name: String) -> [JSONNode]? {
    guard let place = place(name), nodes[place].kind == .array else { return nil }
    var (at, elements) = (place + 1, [JSONNode]())
    while at < nodes[place].next {
      elements.append(nodes[at])
      at = nodes[at].next
    }
    return elements
  }

  func flag(_ name: String) -> Bool? {
    switch place(name).map({ nodes[$0].kind }) {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// A whole number of 64 bits that is written as one.
  func plainInteger(_ name: String) -> Int64? {
    guard let place = place(name), nodes[place].kind == .number else { return nil }
    return Int64(String(decoding: bytes[nodes[place].range], as: UTF8.self))
  }

  /// A whole number, also one written with a fraction of zero or an exponent.
  func integer(_ name: String) -> Int64? {
    guard let place = place(name), nodes[place].kind == .number else { return nil }
    let digits = String(decoding: bytes[nodes[place].range], as: UTF8.self)
    return Int64(digits) ?? Double(digits).flatMap(Int64.init(exactly:))
  }
}
