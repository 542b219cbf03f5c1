internal import PaywallCatalog
internal import Serving

/// A key of a kind of file, as people read of it.
package struct KeyDescription: Sendable {
  /// The keys from the root of the file, where `<name>` is a name of yours and `[]` an item of a
  /// list: `offers.<name>.kind`.
  package let path: String
  /// The values that it takes, in words.
  package let values: String
  package let isRequired: Bool
  /// The value that applies without the key.
  package let byDefault: String?
  /// One sentence.
  package let text: String?
}

extension Schemas {
  /// The names of the kinds of files.
  package static var kinds: [String] { FileKind.allCases.map(\.rawValue) }

  /// The title of a kind of file and its keys, in the order in which the reader declares them; `nil`
  /// for a name that is no kind.
  package static func keys(of kind: String) -> (title: String, keys: [KeyDescription])? {
    guard let schema = FileKind(rawValue: kind)?.schema(for: Folder(ConfigurationFiles()))
    else { return nil }
    return (schema.text("title") ?? kind, schema.keys(below: ""))
  }
}

extension Content {
  fileprivate func member(_ key: String) -> Content? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate func text(_ key: String) -> String? {
    guard case .text(let text) = member(key) else { return nil }
    return text
  }

  fileprivate func list(_ key: String) -> [Content]? {
    guard case .list(let items) = member(key) else { return nil }
    return items
  }

  /// A text as it is, any other value as JSON.
  private var word: String {
    if case .text(let text) = self { return text }
    return IndentedJSON(self).text.split(separator: "\n").joined()
  }

  /// The keys of the mappings that a schema allows, with those below them.
  fileprivate func keys(below path: String) -> [KeyDescription] {
    let required = list("required")?.map(\.word) ?? []
    var keys: [KeyDescription] = []
    if case .object(let properties) = member("properties") {
      for property in properties {
        let key = path + property.key
        keys.append(
          KeyDescription(
            path: key, values: property.value.values,
            isRequired: required.contains(property.key),
            byDefault: property.value.member("default")?.word,
            text: property.value.text("description")))
        keys += property.value.keys(below: key + ".")
      }
    }
    for part in list("anyOf") ?? [] { keys += part.keys(below: path) }
    if member("propertyNames") != nil, let value = member("additionalProperties") {
      keys += value.keys(below: path + "<name>.")
    }
    if let item = member("items") { keys += item.keys(below: String(path.dropLast()) + "[].") }
    return keys
  }

  /// The values of a schema, in words.
  fileprivate var values: String {
    if let name = text("$ref")?.split(separator: "/").last {
      return Self.words[String(name)] ?? "the name of a declared \(name)"
    }
    if let parts = list("anyOf") {
      // A number may be quoted, which is no other value.
      let isPlain = parts.contains { ["integer", "boolean"].contains($0.text("type")) }
      return parts.filter { !isPlain || $0.text("type") != "string" }.map(\.values)
        .reduce(into: [String]()) { all, part in if !all.contains(part) { all.append(part) } }
        .joined(separator: ", or ")
    }
    if let words = list("enum") { return words.map(\.word).joined(separator: ", ") }
    if let item = member("items") { return "a list: \(item.values)" }
    if member("propertyNames") != nil { return "a mapping of names of yours" }
    return switch text("type") {
    case "object": "a mapping"
    case "integer": "a whole number" + range
    case "number": "a number" + range
    case "boolean": "true or false"
    default:
      list("examples").map { "a text such as " + $0.map(\.word).joined(separator: ", ") }
        ?? "a text"
    }
  }

  private var range: String {
    let ends = ["minimum", "maximum"].map { member($0)?.word ?? "" }
    return ends == ["", ""] ? "" : " (\(ends.joined(separator: " to ")))"
  }

  /// The values of the definitions that schemas share.
  private static let words = [
    "boolean": "true or false", "content": "anything, or one for each language",
    "name": "a name of letters and digits", "period": "a period such as P1M",
    "share": "a share such as 20%", "text": "a text",
    "time": "a moment such as 2026-12-01T09:00Z", "show": "the name of a paywall, or nothing",
    "condition": "the name of an audience, or a condition", "country": "a country such as DE",
    "booleanTest": "true or false", "countryTest": "a country such as DE, or a list",
    "environmentTest": "production, sandbox or xcode, or a list",
    "groupTest": "the name of a declared group, or a list",
    "integerTest": "a whole number, a list, or a comparison such as \">=7\"",
    "languageTest": "a language such as de, or a list",
    "localeTest": "a locale such as de-AT, or a list",
    "platformTest": "a platform such as iOS, or a list",
    "stateTest": "a state of a subscription, or a list", "stringTest": "a text, or a list",
    "timeTest": "a comparison with a moment", "versionTest": "a comparison such as \">=3.2.0\"",
  ]
}
