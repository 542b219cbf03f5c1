import HTTPDocuments
import PaywallCatalog
import PaywallTextCoding

// A schema for people: its type in a few words, and the members of objects as a table.
extension Markup {
  /// Type, description and members, if it has any.
  static func schema(_ schema: Content) -> Markup {
    let description = schema["description"]?.text.map(prose) ?? ""
    return "<p class=\"type\">\(type(of: schema))</p>\(description)\(members(of: schema))"
  }

  /// `text`, `list of Offer`, `one of …`.
  static func type(of schema: Content) -> Markup {
    if let component = schema["$ref"]?.text.flatMap({ Component(pointer: $0) }) {
      return "<a href=\"#\(text: component.name)\">\(text: component.name)</a>"
    }
    if let words = schema["enum"]?.items {
      return joined(words.map { "<code>\(text: $0.text ?? "")</code>" }, by: " · ")
    }
    if let value = schema["const"] {
      return "<code>\(text: JSONText { $0.content(value) }.string)</code>"
    }
    if schema["type"] == nil, let either = schema["anyOf"]?.items {
      return joined(either.map(type), by: " or ")
    }
    switch schema["type"] {
    case .list(let names)?:
      return joined(names.map { "\(text: word(for: $0.text ?? ""))" }, by: " or ")
    case .text("array")?: return "list of \(schema["items"].map(type) ?? "anything")"
    case .text("object")?:
      guard let value = schema["additionalProperties"], value.members != nil,
        schema["properties"] == nil
      else { return "object" }
      return "object of names, each with \(type(of: value))"
    case .text("string")? where schema["format"] == "date-time": return "moment"
    case .text(let name)?: return "\(text: word(for: name))"
    default: return "anything"
    }
  }

  /// The members of an object, or of the objects of a list.
  static func members(of schema: Content) -> Markup {
    if let items = schema["items"] { return members(of: items) }
    guard let members = schema["properties"]?.members, !members.isEmpty else {
      return "\((schema["anyOf"]?.items ?? []).map(Self.members))"
    }
    let required = schema["required"]?.items ?? []
    return "<table>\(members.map { row($0, isRequired: required.contains(.text($0.key))) })</table>"
  }

  static func row(_ member: Content.Member, isRequired: Bool) -> Markup {
    let inner: Markup = member.value["$ref"] == nil ? members(of: member.value) : ""
    return """
      <tr><th scope="row"><code>\(text: member.key)</code>\(isRequired ? "" : " <i>optional</i>")</th>\
      <td><span class="type">\(type(of: member.value))</span> \
      \(member.value["description"]?.text.map(inline) ?? "")\(bounds(of: member.value))\(inner)</td></tr>
      """
  }

  /// Returns the bounds that `type` omits.
  static func bounds(of schema: Content) -> Markup {
    let bounds = [
      ("minLength", "at least", "characters"), ("maxLength", "at most", "characters"),
      ("minimum", "from", ""), ("maximum", "up to", ""), ("maxItems", "at most", "items"),
    ].compactMap { keyword, before, after -> String? in
      guard case .integer(let number)? = schema[keyword], number != .max else { return nil }
      return "\(before) \(number) \(after)".trimmed
    }
    return bounds.isEmpty ? "" : " <small>\(text: bounds.joined(separator: ", "))</small>"
  }

  private static func word(for type: String) -> String {
    switch type {
    case "string": "text"
    case "integer": "whole number"
    case "boolean": "true or false"
    default: type
    }
  }
}

extension JSONText {
  var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
  fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}
