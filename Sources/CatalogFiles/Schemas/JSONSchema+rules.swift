internal import Catalog

/// What the keys of one mapping ask of each other.
extension JSONSchema {
  func holding(_ rules: [JSONSchema]) -> JSONSchema {
    with("allOf", .list(rules.map(\.content)))
  }

  /// At least one of the keys is there.
  func withOne<Key: FileKey>(of keys: [Key]) -> JSONSchema {
    with("anyOf", .list(keys.map { JSONSchema.needs([$0]).content }))
  }

  static func rule(if test: JSONSchema, then result: JSONSchema) -> JSONSchema {
    ["if": test.content, "then": result.content]
  }

  /// Where a key has one of these words, some keys are needed and others have no place.
  static func when<Key: FileKey>(
    _ key: Key, is words: [String], needs needed: [Key] = [], refuses refused: [Key] = []
  ) -> JSONSchema {
    var result = needs(needed)
    if !refused.isEmpty {
      result = result.with(
        "properties", .object(refused.map { Content.Member($0.rawValue, .boolean(false)) }))
    }
    return rule(if: has(key, ["enum": .texts(words)]), then: result)
  }

  /// All of the keys are there.
  static func needs<Key: FileKey>(_ keys: [Key]) -> JSONSchema {
    keys.isEmpty ? anything : ["required": .texts(keys.map(\.rawValue))]
  }

  /// A key is there with such a value, and so are the others.
  static func has<Key: FileKey>(
    _ key: Key, _ value: JSONSchema, and others: [Key] = []
  ) -> JSONSchema {
    needs([key] + others).with(
      "properties", .object([Content.Member(key.rawValue, value.content)]))
  }
}
