internal import Catalog

/// What the keys of one mapping ask of each other.
extension JSONSchema {
  func holding(_ rules: [JSONSchema]) -> JSONSchema {
    with("allOf", .list(rules.map(\.content)))
  }

  /// At least one of the keys is there.
  func withOne<Key: FileKey>(of keys: [Key]) -> JSONSchema {
    with("anyOf", .list(keys.map { JSONSchema.having($0).content }))
  }

  /// Where a key has one of these words, some keys are needed and others have no place.
  static func when<Key: FileKey>(
    _ key: Key, is words: [String], needs needed: [Key] = [], refuses refused: [Key] = []
  ) -> JSONSchema {
    let test: JSONSchema = [
      "properties": .object([
        Content.Member(key.rawValue, .object([Content.Member("enum", .texts(words))]))
      ]),
      "required": .texts([key.rawValue]),
    ]
    return rule(if: test, needs: needed, refuses: refused)
  }

  /// Where a key is written, others are needed.
  static func having<Key: FileKey>(_ key: Key, needs needed: [Key]) -> JSONSchema {
    rule(if: having(key), needs: needed, refuses: [])
  }

  private static func having<Key: FileKey>(_ key: Key) -> JSONSchema {
    ["required": .texts([key.rawValue])]
  }

  private static func rule<Key: FileKey>(
    if test: JSONSchema, needs needed: [Key], refuses refused: [Key]
  ) -> JSONSchema {
    var result: JSONSchema = [:]
    if !needed.isEmpty { result = result.with("required", .texts(needed.map(\.rawValue))) }
    if !refused.isEmpty {
      result = result.with(
        "properties", .object(refused.map { Content.Member($0.rawValue, .boolean(false)) }))
    }
    return ["if": test.content, "then": result.content]
  }
}
