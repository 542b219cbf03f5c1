package import HTTPDocuments
import PaywallCatalog
import PaywallTextCoding

extension JSONValue {
  /// A value below this one: names and indices between dots, or one name that has dots itself.
  package subscript(path path: String) -> JSONValue? {
    if let member = self[member: path] { return member }
    var value: JSONValue? = self
    for step in path.split(separator: ".", omittingEmptySubsequences: false) {
      value = value?[member: String(step)]
    }
    return value
  }

  private subscript(member name: String) -> JSONValue? {
    switch self {
    case .object(let members): return members.first { $0.name == name }?.value
    case .list(let items):
      if name == "count" { return .integer(Int64(items.count)) }
      return Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
    default: return nil
    }
  }

  var isContainer: Bool {
    switch self {
    case .object, .list: true
    default: false
    }
  }

  /// Whether a value is the expected one. Text that looks like a number may be expected without
  /// quotes, because people write ids so; numbers are compared by their value.
  func isMet(by seen: JSONValue) -> Bool {
    switch (self, seen) {
    case (.integer, .text(let text)), (.number, .text(let text)), (.boolean, .text(let text)):
      return line == text
    case (.integer(let left), .number(let right)), (.number(let right), .integer(let left)):
      return Double(left) == right
    default: return self == seen
    }
  }

  /// The value in one line of JSON, cut to what fits into a message; a text without its quotes.
  var line: String {
    if case .text(let text) = self { return text.isEmpty ? "an empty text" : text.cut }
    return String(decoding: json, as: UTF8.self).cut
  }

  /// The value in JSON.
  package var json: [UInt8] { JSONText { $0.content(Content(self)) }.bytes }
}

extension String {
  fileprivate var cut: String { count <= 300 ? self : prefix(299) + "…" }
}
