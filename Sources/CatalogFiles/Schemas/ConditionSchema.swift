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
      + AttributeType.allCases.map { (Self.name($0), test($0, Self.value($0))) }
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
    switch attribute.meaning {
    case .words(let words): .words(words)
    case .country: .ref("country")
    case .locale: .text(Patterns.locale).examples(folder.locales)
    case .language: .text(Patterns.language)
    case .environment: .choice(AppStoreEnvironment.self)
    case .group: .ref("group")
    case .platform, .typed: Self.value(attribute.type)
    }
  }

  private func test(of attribute: Attribute) -> JSONSchema {
    switch attribute.meaning {
    case .words(let words) where words == SubscriptionState.allCases.map(\.rawValue):
      .ref("stateTest")
    case .words(let words): test(attribute.type, .words(words))
    case .country: .ref("countryTest")
    case .locale: .ref("localeTest")
    case .platform: .ref("platformTest")
    case .language: .ref("languageTest")
    case .environment: .ref("environmentTest")
    case .group: .ref("groupTest")
    case .typed: .ref(Self.name(attribute.type))
    }
  }

  /// A value, a list of values, or the operators that fit the type.
  private func test(_ type: AttributeType, _ value: JSONSchema) -> JSONSchema {
    let operators = OperatorKey.fitting(type).map {
      ($0.rawValue, $0.operand(value).described($0.explanation))
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

  private static func name(_ type: AttributeType) -> String { "\(type.rawValue)Test" }

  /// A single value of a type; for a list, an element.
  private static func value(_ type: AttributeType) -> JSONSchema {
    switch type {
    case .string, .list: .ref("text")
    case .integer: .integer()
    case .number: .number
    case .boolean: .ref("boolean")
    case .version: .text(Patterns.version)
    case .time: .ref("time")
    }
  }

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

extension Attribute {
  /// What kind of text an attribute takes; the same distinction as that of the decoder.
  fileprivate enum Meaning {
    case words([String])
    case country, locale, language, platform, environment, group, typed
  }

  fileprivate var meaning: Meaning {
    guard origin == .declared else {
      switch name {
      case "country": return .country
      case "locale": return .locale
      case "language": return .language
      case "platform": return .platform
      case "environment": return .environment
      case "subscription.group": return .group
      default: return values.isEmpty ? .typed : .words(values)
      }
    }
    let hasWords = type == .string || type == .list
    return hasWords && !values.isEmpty ? .words(values) : .typed
  }
}

extension OperatorKey {
  fileprivate func operand(_ value: JSONSchema) -> JSONSchema {
    switch self {
    case .atLeast, .atMost, .moreThan, .lessThan: value
    case .before, .after: .ref("time")
    case .contains, .startsWith, .endsWith: .ref("text")
    case .exists: .ref("boolean")
    }
  }

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
