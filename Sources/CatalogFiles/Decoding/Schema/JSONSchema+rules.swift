internal import PaywallCatalog

/// Constraints between the keys of one mapping.
extension JSONSchema {
  func holding(_ rules: [JSONSchema]) -> JSONSchema {
    with("allOf", .list(rules.map(\.content)))
  }

  /// At least one of the keys is present.
  func withOne<Key: FileKey>(of keys: [Key]) -> JSONSchema {
    with("anyOf", .list(keys.map { JSONSchema.needs([$0]).content }))
  }

  static func rule(if test: JSONSchema, then result: JSONSchema) -> JSONSchema {
    ["if": test.content, "then": result.content]
  }

  /// If a key has one of these values, some keys are required and others are not allowed.
  static func when<Key: FileKey>(
    _ key: Key, is words: [String], needs needed: [Key] = [], refuses refused: [Key] = []
  ) -> JSONSchema {
    rule(if: has(key, ["enum": .texts(words)]), then: needs(needed, without: refused))
  }

  /// All of the keys are present, and none of the others.
  static func needs<Key: FileKey>(_ keys: [Key], without others: [Key] = []) -> JSONSchema {
    let needed: JSONSchema = keys.isEmpty ? anything : ["required": .texts(keys.map(\.rawValue))]
    guard !others.isEmpty else { return needed }
    return needed.with(
      "properties", .object(others.map { Content.Member($0.rawValue, .boolean(false)) }))
  }

  /// A key is present with such a value, and so are the others.
  static func has<Key: FileKey>(
    _ key: Key, _ value: JSONSchema, and others: [Key] = []
  ) -> JSONSchema {
    needs([key] + others).with(
      "properties", .object([Content.Member(key.rawValue, value.content)]))
  }
}
