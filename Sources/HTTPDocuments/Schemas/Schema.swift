package import PaywallCatalog

/// A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it, or a part of one.
package struct Schema: Hashable, Sendable {
  package private(set) var members: [Content.Member]

  package var content: Content { .object(members) }

  package func with(_ keyword: String, _ value: Content) -> Schema {
    var schema = self
    schema.members.removeAll { $0.key == keyword }
    schema.members.append(Content.Member(keyword, value))
    return schema
  }

  package func described(_ text: String) -> Schema { with("description", .text(text)) }

  /// The value of a keyword.
  package subscript(keyword: String) -> Content? {
    members.first { $0.key == keyword }?.value
  }
}

extension Schema: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, Content)...) {
    members = elements.map { Content.Member($0.0, $0.1) }
  }
}

// Values.
extension Schema {
  package static let anything: Schema = [:]
  package static let text: Schema = ["type": "string"]
  package static let boolean: Schema = ["type": "boolean"]
  /// RFC 3339, with a zone.
  package static let moment: Schema = ["type": "string", "format": "date-time"]

  /// - Parameter length: Unicode scalars.
  package static func text(from least: Int = 0, to length: Int) -> Schema {
    let text = Schema.text.with("maxLength", .integer(Int64(length)))
    return least == 0 ? text : text.with("minLength", .integer(Int64(least)))
  }

  package static func text(matching pattern: String) -> Schema {
    text.with("pattern", .text(pattern))
  }

  /// `12.5%`.
  package static let share = text(matching: "^[0-9]+(\\.[0-9]{1,2})?%$")

  package static func integer(from least: Int64? = nil, to most: Int64? = nil) -> Schema {
    var number: Schema = ["type": "integer"]
    if let least { number = number.with("minimum", .integer(least)) }
    if let most { number = number.with("maximum", .integer(most)) }
    return number
  }

  package static func words(_ words: [String]) -> Schema {
    Schema.text.with("enum", .list(words.map { .text($0) }))
  }

  /// Every word of an enumeration.
  package static func words<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type)
    -> Schema
  {
    words(Word.allCases.map(\.rawValue))
  }

  package static func constant(_ value: Content) -> Schema { ["const": value] }
}

// Composed schemas.
extension Schema {
  package static func list(of item: Schema, atMost count: Int? = nil) -> Schema {
    let list: Schema = ["type": "array", "items": item.content]
    return count.map { list.with("maxItems", .integer(Int64($0))) } ?? list
  }

  /// An object of any names, each with such a value.
  package static func map(to value: Schema) -> Schema {
    ["type": "object", "additionalProperties": value.content]
  }

  package static func all(_ schemas: [Schema]) -> Schema {
    ["allOf": .list(schemas.map(\.content))]
  }
  package static func any(_ schemas: [Schema]) -> Schema {
    ["anyOf": .list(schemas.map(\.content))]
  }

  /// Also allows null.
  package var orNull: Schema {
    guard case .text(let type)? = self["type"], self["enum"] == nil else {
      var plain = self
      plain.members.removeAll { $0.key == "description" }
      let either = Schema.any([plain, ["type": "null"]])
      return self["description"].map { either.with("description", $0) } ?? either
    }
    return with("type", .list([.text(type), "null"]))
  }

  /// An object that has these members and no others.
  package static func object(_ members: [Property]) -> Schema {
    let object: Schema = [
      "type": "object",
      "properties": .object(members.map { Content.Member($0.name, $0.schema.content) }),
      "additionalProperties": false,
    ]
    let required = members.filter(\.isRequired).map { Content.text($0.name) }
    return required.isEmpty ? object : object.with("required", .list(required))
  }

  /// A request's members: an optional one may also be null.
  package static func question(_ members: [Property]) -> Schema {
    object(
      members.map { member in
        var member = member
        if !member.isRequired { member.schema = member.schema.orNull }
        return member
      })
  }
}

/// A member of an object.
package struct Property: Sendable {
  package let name: String
  package var schema: Schema
  package let isRequired: Bool

  package static func always(_ name: String, _ schema: Schema, _ description: String? = nil)
    -> Property
  {
    Property(name: name, schema: description.map(schema.described) ?? schema, isRequired: true)
  }

  package static func maybe(_ name: String, _ schema: Schema, _ description: String? = nil)
    -> Property
  {
    Property(name: name, schema: description.map(schema.described) ?? schema, isRequired: false)
  }
}
