import HTTPDocuments
import Foundation
import PaywallAPI
import PaywallServer

/// A JSON Schema of the test data, and what it finds wrong with a document: the keywords that the
/// vendored schemas use, and no others.
struct JSONSchema {
  private let root: JSONValue

  /// - Parameter name: of a file in `Vectors`, whose `$defs` are the components.
  init(vector name: String) throws {
    let url = Bundle.module.bundleURL.appending(path: "Vectors/\(name)")
    root = try JSONReader.read(Array(try Data(contentsOf: url)))
  }

  /// As `/path: keyword`; empty if the component takes the document.
  func complaints(about document: String, as component: String) -> [String] {
    do {
      let value = try JSONReader.read(Array(document.utf8))
      guard let schema = root["$defs"]?[component] else { return ["no component \(component)"] }
      return complaints(value, schema, "")
    } catch {
      return ["no JSON: \(error)"]
    }
  }

  private func complaints(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
    return keywords.flatMap { check(value, $0.name, $0.value, schema, path) }
  }

  private func check(
    _ value: JSONValue, _ keyword: String, _ operand: JSONValue, _ schema: JSONValue,
    _ path: String
  ) -> [String] {
    let complaint = ["\(path): \(keyword)"]
    func accepted(by schemas: JSONValue) -> Int {
      schemas.items.count { complaints(value, $0, path).isEmpty }
    }
    switch keyword {
    case "$comment", "format": return []
    case "$ref":
      guard let name = operand.text?.split(separator: "/").last,
        let target = root["$defs"]?[String(name)]
      else { return complaint }
      return complaints(value, target, path)
    case "type": return value.isOf(type: operand.text ?? "") ? [] : complaint
    case "enum": return operand.items.contains(value) ? [] : complaint
    case "required":
      guard case .object = value else { return [] }
      return operand.items.compactMap(\.text).filter { value[$0] == nil }
        .map { "\(path): required \($0)" }
    case "properties":
      return value.members.flatMap { member in
        operand[member.name].map { complaints(member.value, $0, "\(path)/\(member.name)") } ?? []
      }
    case "additionalProperties":
      guard operand != .boolean(true) else { return [] }
      return value.members.filter { schema["properties"]?[$0.name] == nil }
        .flatMap { complaints($0.value, operand, "\(path)/\($0.name)") }
    case "items": return value.items.flatMap { complaints($0, operand, "\(path)/item") }
    case "allOf": return operand.items.flatMap { complaints(value, $0, path) }
    case "anyOf": return accepted(by: operand) > 0 ? [] : complaint
    case "oneOf": return accepted(by: operand) == 1 ? [] : complaint
    case "not": return complaints(value, operand, path).isEmpty ? complaint : []
    default: return ["\(path): unknown keyword \(keyword)"]
    }
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    members.first { $0.name == name }?.value
  }

  fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }
  fileprivate var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate func isOf(type: String) -> Bool {
    switch (type, self) {
    case ("object", .object), ("array", .list), ("string", .text), ("boolean", .boolean),
      ("null", .null), ("integer", .integer), ("number", .integer), ("number", .number):
      true
    default: false
    }
  }
}
