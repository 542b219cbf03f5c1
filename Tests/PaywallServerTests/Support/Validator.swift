import HTTPDocuments
import PaywallCatalog
import PaywallAPI
import PaywallServer
import PaywallTextCoding

/// Holds values against the JSON Schemas of a document: the keywords that ours use; another one is
/// a complaint.
struct Validator {
  /// Where `#/…` points into.
  let document: Content

  /// What is wrong, as `/path: keyword`; empty if the schema takes the value.
  func complaints(about value: Content, _ schema: Content, at path: String = "") -> [String] {
    switch schema {
    case .boolean(let isFine): isFine ? [] : ["\(path): nothing is allowed here"]
    case .object(let keywords):
      keywords.flatMap { check(value, $0.key, $0.value, schema, path) }
    default: ["\(path): no schema"]
    }
  }

  private func accepts(_ value: Content, _ schema: Content) -> Bool {
    complaints(about: value, schema).isEmpty
  }

  private func check(
    _ value: Content, _ keyword: String, _ operand: Content, _ schema: Content, _ path: String
  ) -> [String] {
    let complaint = ["\(path): \(keyword) \(JSONText { $0.content(operand) }.text)"]
    func hold(_ isFine: Bool) -> [String] { isFine ? [] : complaint }
    switch keyword {
    case "description", "$comment": return []
    case "$ref":
      guard let target = target(of: operand) else { return ["\(path): nothing is at \(operand)"] }
      return complaints(about: value, target, at: path)
    case "type": return hold((operand.list ?? [operand]).contains { value.is($0.string ?? "") })
    case "enum": return hold(operand.list?.contains(value) == true)
    case "const": return hold(operand == value)
    case "pattern":
      guard let text = value.string, let pattern = try? Regex(operand.string ?? "") else {
        return hold(value.string == nil)
      }
      return hold(text.firstMatch(of: pattern) != nil)
    case "format":
      switch operand {
      case "date-time": return hold(value.string?.isMoment ?? true)
      // Says how large a number may be, which "type" holds already.
      case "float": return []
      default: return ["\(path): unknown format"]
      }
    case "minLength", "maxLength":
      return hold(within(value.string?.unicodeScalars.count, operand, keyword))
    case "minimum", "maximum": return hold(within(value.whole, operand, keyword))
    case "minItems", "maxItems": return hold(within(value.list?.count, operand, keyword))
    case "maxProperties": return hold(within(value.object?.count, operand, keyword))
    case "anyOf": return hold(operand.list?.contains { accepts(value, $0) } == true)
    case "oneOf": return hold(operand.list?.count { accepts(value, $0) } == 1)
    case "allOf":
      return (operand.list ?? []).flatMap { complaints(about: value, $0, at: path) }
    case "not": return hold(!accepts(value, operand))
    case "items":
      return (value.list ?? []).enumerated().flatMap {
        complaints(about: $0.element, operand, at: "\(path)/\($0.offset)")
      }
    default: return checkMembers(value, keyword, operand, schema, path)
    }
  }

  private func checkMembers(
    _ value: Content, _ keyword: String, _ operand: Content, _ schema: Content, _ path: String
  ) -> [String] {
    let members = value.object ?? []
    switch keyword {
    case "required":
      guard value.object != nil else { return [] }
      return (operand.list ?? []).compactMap(\.string).filter { value[$0] == nil }
        .map { "\(path): needs \($0)" }
    case "properties":
      return members.flatMap { member in
        operand[member.key].map {
          complaints(about: member.value, $0, at: "\(path)/\(member.key)")
        } ?? []
      }
    case "additionalProperties":
      return members.filter { schema["properties"]?[$0.key] == nil }.flatMap {
        complaints(about: $0.value, operand, at: "\(path)/\($0.key)")
      }
    case "propertyNames":
      return members.flatMap { complaints(about: .text($0.key), operand, at: "\(path)/\($0.key)") }
    default: return ["\(path): unknown keyword \(keyword)"]
    }
  }

  private func within(_ number: Int?, _ bound: Content, _ keyword: String) -> Bool {
    guard let number, let bound = bound.whole else { return true }
    return keyword.hasPrefix("min") ? number >= bound : number <= bound
  }

  /// What a pointer of this document points to.
  func target(of pointer: Content) -> Content? {
    guard let parts = pointer.string?.split(separator: "/"), parts.first == "#" else { return nil }
    return parts.dropFirst().reduce(document) { found, part in found?[String(part)] }
  }
}

extension String {
  /// RFC 3339 in UTC, as every answer writes it.
  fileprivate var isMoment: Bool {
    wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z/) != nil
  }
}

extension JSONText {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Content {
  var string: String? { if case .text(let text) = self { text } else { nil } }
  var whole: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
  var list: [Content]? { if case .list(let items) = self { items } else { nil } }
  var object: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// Whether this has a type of JSON Schema.
  fileprivate func `is`(_ type: String) -> Bool {
    switch (type, self) {
    case ("null", .null), ("boolean", .boolean), ("string", .text), ("array", .list),
      ("object", .object), ("number", .integer), ("number", .number), ("integer", .integer):
      true
    default: false
    }
  }
}
