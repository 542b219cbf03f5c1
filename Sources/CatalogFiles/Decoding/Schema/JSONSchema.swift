internal import PaywallCatalog

/// A JSON Schema of draft 2020-12, or a part of one, for editors. It uses only keywords that the
/// YAML language server knows.
struct JSONSchema: Sendable {
  private(set) var members: [Content.Member]

  var content: Content { .object(members) }

  func with(_ keyword: String, _ value: Content) -> JSONSchema {
    var schema = self
    schema.members.append(Content.Member(keyword, value))
    return schema
  }

  /// One short sentence, which editors show at the key.
  func described(_ text: String) -> JSONSchema {
    var schema = self
    schema.members.insert(Content.Member("description", .text(text)), at: 0)
    return schema
  }

  /// The value that applies without the key.
  func byDefault(_ value: Content) -> JSONSchema { with("default", value) }

  /// Values that editors suggest; others are equally valid.
  func examples(_ texts: [String]) -> JSONSchema {
    texts.isEmpty ? self : with("examples", .texts(texts))
  }
}

extension JSONSchema {
  /// A definition of the same file, by its name.
  static func ref(_ name: String) -> JSONSchema { ["$ref": .text("#/$defs/\(name)")] }

  /// Any value.
  static let anything: JSONSchema = [:]

  static func anyOf(_ schemas: [JSONSchema]) -> JSONSchema {
    ["anyOf": .list(schemas.map(\.content))]
  }

  static func list(of item: JSONSchema, atLeast count: Int64 = 0) -> JSONSchema {
    let list: JSONSchema = ["type": .text("array"), "items": item.content]
    return count == 0 ? list : list.with("minItems", .integer(count))
  }

  /// A mapping of names to values.
  static func map(named name: JSONSchema, to thing: JSONSchema) -> JSONSchema {
    ["type": .text("object"), "propertyNames": name.content, "additionalProperties": thing.content]
  }

  /// A mapping with these keys, the first of each name, and, if it is open, any others.
  static func object(
    _ properties: [(String, JSONSchema)], required: [String] = [], isOpen: Bool = false
  ) -> JSONSchema {
    var names: Set<String> = []
    let distinct = properties.filter { names.insert($0.0).inserted }
    let object: JSONSchema = [
      "type": .text("object"),
      "properties": .object(distinct.map { Content.Member($0.0, $0.1.content) }),
      "additionalProperties": .boolean(isOpen),
    ]
    return required.isEmpty ? object : object.with("required", .texts(required))
  }

  /// One of the words of an enumeration.
  static func choice<Word: RawRepresentable<String> & CaseIterable>(
    _ words: Word.Type
  ) -> JSONSchema {
    ["enum": .texts(Word.allCases.map(\.rawValue))]
  }
}

extension JSONSchema: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, Content)...) {
    self.members = elements.map { Content.Member($0.0, $0.1) }
  }
}

extension Content {
  static func texts(_ texts: [String]) -> Content { .list(texts.map { .text($0) }) }
}
