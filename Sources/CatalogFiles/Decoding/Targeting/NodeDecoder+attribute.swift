internal import PaywallCatalog
internal import YAMLText

extension NodeDecoder where Value == AttributeValue {
  /// A value to compare an attribute with, read by the attribute's type.
  static func value(of attribute: Attribute) -> NodeDecoder {
    switch attribute.type {
    case .string: text(for: attribute).map { .string($0) }
    case .list: NodeDecoder<String>.word(of: attribute).map { .string($0) }
    case .integer: NodeDecoder<Int64>.integer().map { .integer($0) }
    case .number: NodeDecoder<Double>.number.map { .number($0) }
    case .boolean: NodeDecoder<Bool>.boolean.map { .boolean($0) }
    case .version: NodeDecoder<Version>.version.map { .version($0) }
    case .time: NodeDecoder<Timestamp>.time.map { .time($0) }
    }
  }

  private static func text(for attribute: Attribute) -> NodeDecoder<String> {
    guard attribute.origin != .declared else { return .word(of: attribute) }
    switch attribute.name {
    case "country": return .country
    case "locale", "language", "platform": return .builtInWord(of: attribute.name)
    case "environment":
      return NodeDecoder<AppStoreEnvironment>.choice.map(\.rawValue)
    case "subscription.group": return .reference(.group)
    default: return .word(of: attribute)
    }
  }
}

extension NodeDecoder where Value == String {
  /// A text that is one of the attribute's values, if it declares any.
  fileprivate static func word(of attribute: Attribute) -> NodeDecoder {
    NodeDecoder(.words(attribute.values, else: .ref("text"))) { node, context in
      guard let text = NodeDecoder.text.decode(node, context) else { return nil }
      let values = attribute.values
      let isKnown = values.contains {
        $0.utf8.count == text.utf8.count && $0.utf8.elementsEqual(text.utf8)
      }
      guard !values.isEmpty, !isKnown else { return text }
      return context.refuse(
        .invalidValue, at: node.range,
        "'\(text.shortened)' is none of the values of '\(attribute.name)'",
        help: listHelp(for: text) { values.contains($0) } ?? Nearest.help(for: text, among: values)
          ?? "use one of them, or add it in Paywalls/targeting/attributes.yaml")
    }
  }

  /// A country of ISO 3166 by its alpha-2 or alpha-3 code, as alpha-2.
  fileprivate static var country: NodeDecoder {
    NodeDecoder(
      "a country", example: "GB", .ref("country"),
      wrong: { "'\($0.shortened)' is not a country of ISO 3166" },
      help: { text in
        listHelp(for: text) { Country.alpha2(of: $0) != nil }
          ?? BuiltInGuess.country(text).map { "did you mean \($0)?" }
          ?? "write the code in capitals, with two or three letters, like GB or GBR"
      }
    ) { Country.alpha2(of: $0) }
  }

  /// Advice to write `[IN, BR]` for `IN, BR`, if each part is a valid value.
  private static func listHelp(for text: String, _ isValue: (String) -> Bool) -> String? {
    let parts = text.split(separator: ",").map { part in
      String(part.drop { $0 == " " })
    }
    guard parts.count > 1, parts.allSatisfy(isValue) else { return nil }
    return "write a list: [\(parts.joined(separator: ", "))]"
  }

  /// A word that requests are normalised to; another spelling would match no visitor of that word.
  fileprivate static func builtInWord(of name: String) -> NodeDecoder {
    let guess = BuiltInGuess(name)
    return NodeDecoder(
      guess.what, example: guess.example, guess.schema,
      help: { guess.help(for: $0, normal: BuiltInWord.normal($0, of: name)) }
    ) { text in
      let word = BuiltInWord.normal(text, of: name)
      return word.map { $0.utf8.elementsEqual(text.utf8) } ?? false ? text : nil
    }
  }
}

extension NodeDecoder where Value == Version {
  fileprivate static var version: NodeDecoder {
    NodeDecoder("a version", example: "3.2.0", .text(Patterns.version)) { Version($0) }
  }
}

extension NodeDecoder where Value == Double {
  fileprivate static var number: NodeDecoder {
    NodeDecoder("a number", example: "12.5", .number) { text in
      guard let number = CoreSchema.number(text) else { return nil }
      return number.isFinite ? number : nil
    }
  }
}
