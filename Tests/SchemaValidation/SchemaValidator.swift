import Foundation
package import PaywallCatalog

/// Holds values against a JSON Schema: the keywords that our schemas use, and no others.
package struct SchemaValidator {
  let root: Content

  package init(root: Content) { self.root = root }

  /// Returns the problems, as `/path: keyword`; empty if the schema takes the value.
  package func complaints(about value: Content) -> [String] { complaints(about: value, by: root) }

  /// The same of a schema that stands in the root, or points into it.
  package func complaints(
    about value: Content, by schema: Content, at path: String = ""
  ) -> [String] { complaints(value, schema, path) }

  private func complaints(_ value: Content, _ schema: Content, _ path: String) -> [String] {
    switch schema {
    case .boolean(let isFine): isFine ? [] : ["\(path): false"]
    case .object(let keywords):
      keywords.flatMap { check(value, $0.key, $0.value, schema, path) }
    default: ["\(path): no schema"]
    }
  }

  private func accepts(_ value: Content, _ schema: Content) -> Bool {
    complaints(value, schema, "").isEmpty
  }

  private func check(
    _ value: Content, _ keyword: String, _ operand: Content, _ schema: Content, _ path: String
  ) -> [String] {
    let complaint = ["\(path): \(keyword)"]
    switch keyword {
    case "$schema", "$id", "$comment", "title", "description", "default", "examples", "$defs",
      "then":
      return []
    case "$ref":
      guard let target = target(of: operand) else { return ["\(path): no such definition"] }
      return complaints(value, target, path)
    case "type":
      return (operand.items ?? [operand]).contains { value.is($0.text ?? "") } ? [] : complaint
    case "enum": return operand.items?.contains(value) == true ? [] : complaint
    case "const": return operand == value ? [] : complaint
    case "pattern":
      guard let text = value.text, let pattern = operand.text else { return [] }
      return text.range(of: pattern, options: .regularExpression) == nil ? complaint : []
    case "format":
      // A number that is a "float" has any size.
      guard [.text("date-time"), .text("float")].contains(operand) else {
        return ["\(path): unknown format"]
      }
      return operand == .text("date-time") && value.text?.isMoment == false ? complaint : []
    case "minLength", "minimum", "minItems", "minProperties":
      guard let size = value.size(keyword), let least = operand.real else { return [] }
      return size < least ? complaint : []
    case "maxLength", "maximum", "maxItems", "maxProperties":
      guard let size = value.size(keyword), let most = operand.real else { return [] }
      return size > most ? complaint : []
    case "items":
      return (value.items ?? []).enumerated().flatMap {
        complaints($0.element, operand, "\(path)/\($0.offset)")
      }
    case "contains":
      guard let items = value.items else { return [] }
      return items.contains { accepts($0, operand) } ? [] : complaint
    case "required":
      guard value.members != nil else { return [] }
      return (operand.items ?? []).compactMap(\.text).filter { value[$0] == nil }
        .map { "\(path): required \($0)" }
    case "properties":
      return (value.members ?? []).flatMap { member in
        operand[member.key].map { complaints(member.value, $0, "\(path)/\(member.key)") } ?? []
      }
    case "additionalProperties":
      let named = schema["properties"]
      return (value.members ?? []).filter { named?[$0.key] == nil }.flatMap {
        complaints($0.value, operand, "\(path)/\($0.key)")
      }
    case "propertyNames":
      return (value.members ?? []).flatMap {
        complaints(.text($0.key), operand, "\(path)/\($0.key) as a name")
      }
    case "anyOf":
      return operand.items?.contains { accepts(value, $0) } == true ? [] : complaint
    case "oneOf":
      return operand.items?.count { accepts(value, $0) } == 1 ? [] : complaint
    case "allOf": return (operand.items ?? []).flatMap { complaints(value, $0, path) }
    case "not": return accepts(value, operand) ? complaint : []
    case "if":
      guard accepts(value, operand), let then = schema["then"] else { return [] }
      return complaints(value, then, path)
    default: return ["\(path): unknown keyword \(keyword)"]
    }
  }

  /// The place that a pointer such as `#/$defs/name` points to.
  package func target(of pointer: Content) -> Content? {
    guard let parts = pointer.text?.split(separator: "/"), parts.first == "#" else { return nil }
    return parts.dropFirst().reduce(root) { found, part in found?[String(part)] }
  }
}

extension String {
  /// RFC 3339 in UTC, as every answer writes it.
  fileprivate var isMoment: Bool {
    wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z/) != nil
  }
}

extension Content {
  package var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The value that a keyword bounds; `nil` for a value of another type.
  fileprivate func size(_ keyword: String) -> Double? {
    switch keyword.dropFirst(3) {
    case "Length": text.map { Double($0.unicodeScalars.count) }
    case "Items": items.map { Double($0.count) }
    case "Properties": members.map { Double($0.count) }
    default: real
    }
  }

  package var real: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  package var items: [Content]? {
    guard case .list(let items) = self else { return nil }
    return items
  }

  package var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  package subscript(key: String) -> Content? { members?.first { $0.key == key }?.value }

  /// Whether this has a type of JSON Schema.
  fileprivate func `is`(_ type: String) -> Bool {
    switch (type, self) {
    case ("null", .null), ("boolean", .boolean), ("string", .text), ("array", .list),
      ("object", .object), ("number", .integer), ("number", .number), ("integer", .integer):
      true
    case ("integer", .number(let number)): number.rounded() == number
    default: false
    }
  }
}
