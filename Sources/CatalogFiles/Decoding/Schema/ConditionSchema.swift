internal import PaywallCatalog

/// The schema of conditions: names of audiences, tests of attributes by their types, and `all`,
/// `any`, `not`.
struct ConditionSchema {
  let folder: Folder

  var definitions: [(name: String, schema: JSONSchema)] {
    [
      ("condition", .anyOf([.ref("audience"), .ref("tests")])),
      ("tests", tests().with("minProperties", .integer(1))),
      ("country", Self.country), ("groupTest", test(.string, .ref("group"))),
    ]
      + AttributeType.allCases.map { (Self.name($0), test($0, value(of: Self.any($0)))) }
      + [
        ("countryTest", test(.string, .ref("country"))),
        ("localeTest", test(.string, .text(Patterns.tag).examples(folder.locales))),
        ("platformTest", test(.string, .words(Platform.allCases.map(\.rawValue)))),
        ("languageTest", test(.string, .text(Patterns.languageInUse))),
        ("environmentTest", test(.string, .choice(AppStoreEnvironment.self))),
        ("stateTest", test(.string, .choice(SubscriptionState.self))),
      ]
  }

  /// A mapping of tests, with more keys after them if a file has some.
  func tests(and more: [(String, JSONSchema)] = []) -> JSONSchema {
    let inner = JSONSchema.ref("condition")
    let words = [
      ("all", JSONSchema.list(of: inner, atLeast: 1).described("All of these hold.")),
      ("any", .list(of: inner, atLeast: 1).described("One of these is enough.")),
      ("not", inner.described("This does not hold.")),
    ]
    return .object(
      words + folder.attributes.map { ($0.name, test(of: $0).described($0.explanation)) } + more,
      isOpen: !folder.knowsAllAttributes)
  }

  /// A single value of an attribute.
  func value(of attribute: Attribute) -> JSONSchema {
    let value = NodeDecoder<AttributeValue>.value(of: attribute).schema(folder)
    return attribute.name == "locale" ? value.examples(folder.locales) : value
  }

  private func test(of attribute: Attribute) -> JSONSchema {
    if attribute.origin != .declared {
      switch attribute.name {
      case "country", "locale", "platform", "language", "environment":
        return .ref("\(attribute.name)Test")
      case "subscription.group": return .ref("groupTest")
      default: break
      }
    }
    if attribute.values == SubscriptionState.allCases.map(\.rawValue) { return .ref("stateTest") }
    let hasWords = [.string, .list].contains(attribute.type) && !attribute.values.isEmpty
    return hasWords
      ? test(attribute.type, .words(attribute.values)) : .ref(Self.name(attribute.type))
  }

  /// A value, a list of values, or the operators that fit the type.
  private func test(_ type: AttributeType, _ value: JSONSchema) -> JSONSchema {
    let operand = NodeDecoder<AttributeValue>.value(of: Self.any(type)).shown(as: value)
    let operators = OperatorKey.fitting(type).map {
      ($0.rawValue, $0.operand(operand).schema(folder).described($0.explanation))
    }
    let byName = JSONSchema.object(operators).with("minProperties", .integer(1))
    switch type {
    case .time: return byName
    case .boolean: return .anyOf([value, byName])
    case .version:
      return .anyOf([
        value, .plain(Patterns.comparison), .list(of: value, atLeast: 1), byName,
      ])
    case .string, .integer, .number, .list:
      return .anyOf([value, .list(of: value, atLeast: 1), byName])
    }
  }

  private static func any(_ type: AttributeType) -> Attribute {
    Attribute(name: "", type: type, origin: .declared)
  }

  private static func name(_ type: AttributeType) -> String { "\(type.rawValue)Test" }

  /// Codes of ISO 3166. YAML 1.1 reads Norway's as false.
  private static let country: JSONSchema = {
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
      String(decoding: [$0], as: UTF8.self)
    }
    let codes = letters.flatMap { first in letters.map { first + $0 } }
      .filter { Country.alpha2(of: $0) != nil }
    return .anyOf([
      ["enum": .list(codes.map { .text($0) } + [.boolean(false)])], .plain("^[A-Z]{3}$"),
    ])
  }()
}

extension OperatorKey {
  fileprivate var explanation: String {
    switch self {
    case .atLeast: "This, or more."
    case .atMost: "This, or less."
    case .moreThan: "More than this."
    case .lessThan: "Less than this."
    case .before: "Earlier than this moment."
    case .after: "At this moment or later."
    case .contains: "This text is somewhere in it."
    case .startsWith: "It begins with this text."
    case .endsWith: "It ends with this text."
    case .exists: "true if there is any value, false if there is none."
    }
  }
}
