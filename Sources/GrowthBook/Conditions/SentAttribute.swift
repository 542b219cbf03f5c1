import PaywallCatalog

/// An attribute that an app passes to its SDK, with the JSON type of its declaration. Every test
/// checks that type first, so that no SDK converts values to compare them.
struct SentAttribute {
  private let attribute: Attribute
  private var name: String { attribute.name }

  init(_ attribute: Attribute) { self.attribute = attribute }

  func formula(of test: AttributeTest.Operator, is truth: Bool) -> Formula {
    switch (name, test) {
    case ("language", _): language(test, truth)
    case ("environment", _): environment(test, truth)
    case ("country", _): word(test, truth, .countries)
    case ("platform", _): word(test, truth, .platforms)
    case ("locale", _): locale(test, truth)
    case (_, .exists(let expected)): expected == truth ? isKnown : isUnknown
    case (_, .equals(let value)): compare(operators(for: [value]), truth)
    case (_, .oneOf(let values)): compare(operators(for: values), truth)
    case (_, .contains(let text)) where attribute.type == .list:
      compare(.exact(.oneOf([.text(text)])), truth)
    case (_, .contains(let text)): pattern(.containing(text), truth)
    case (_, .startsWith(let text)): pattern(.startingWith(text), truth)
    case (_, .endsWith(let text)): pattern(.endingWith(text), truth)
    case (_, .atLeast(let bound)): order(bound, .atLeast, truth)
    case (_, .atMost(let bound)): order(bound, .atMost, truth)
    case (_, .moreThan(let bound)): order(bound, .moreThan, truth)
    case (_, .lessThan(let bound)): order(bound, .lessThan, truth)
    case (_, .before(let moment)): order(.time(moment), .lessThan, truth)
    case (_, .after(let moment)): order(.time(moment), .atLeast, truth)
    }
  }

  /// The translation of a test: operators, never true, or inexpressible.
  private enum Comparison {
    case exact(Operators)
    case unknown
    case inexpressible
  }

  /// The value is of the type, and can be read as one.
  private var known: Operators {
    switch attribute.type {
    case .string where name == "userId" || name == "anonymousId": .identifier
    case .string: .type("string")
    case .integer, .number: .type("number")
    case .boolean: .type("boolean")
    case .version: .type("string") + .pattern(VersionPattern.any)
    case .time: .type("string") + .pattern(TimePattern.utc)
    case .list: .type("array")
    }
  }

  private var isKnown: Formula { .test(name, known) }
  private var isUnknown: Formula { .test(name, .not(known)) }

  private func compare(_ comparison: Comparison, _ truth: Bool) -> Formula {
    switch comparison {
    case .unknown: .never
    case .inexpressible: .inexpressible
    case .exact(let operators) where !truth: .test(name, known + .not(operators))
    // A pattern of versions matches only versions, and the key can occur only once.
    case .exact(let operators) where attribute.type == .version:
      .test(name, .type("string") + operators)
    case .exact(let operators): .test(name, known + operators)
    }
  }

  private func operators(for values: [AttributeValue]) -> Comparison {
    switch attribute.type {
    case .version:
      let patterns = values.map { value -> String? in
        guard case .version(let version) = value else { return nil }
        return VersionPattern(version)?.equal
      }
      let exact = patterns.compactMap(\.self)
      guard exact.count == patterns.count else { return .inexpressible }
      return .exact(.pattern(exact.count == 1 ? exact[0] : "(\(exact.joined(separator: "|")))"))
    case .time: return .inexpressible
    case .string, .integer, .number, .boolean, .list:
      let literals = values.map(literals)
      if literals.contains(where: { $0 == nil }) { return .inexpressible }
      return .exact(.oneOf(literals.compactMap(\.self).flatMap(\.self)))
    }
  }

  /// The forms in which an app may send a value; `nil` if they cannot be listed exactly.
  private func literals(of value: AttributeValue) -> [Content]? {
    switch (value, attribute.type) {
    case (.string(let text), .string), (.string(let text), .list): [.text(text)]
    case (.integer(let number), .integer), (.integer(let number), .number):
      number.magnitude < 1 << 53 ? [.integer(number)] : nil
    case (.number(let number), .number): [.number(number)]
    case (.boolean(let value), .boolean): [.boolean(value)]
    default: nil
    }
  }

  private func pattern(_ operators: Operators?, _ truth: Bool) -> Formula {
    guard attribute.type == .string, let operators else {
      return .inexpressible
    }
    return compare(.exact(operators), truth)
  }

  private enum Relation { case atLeast, atMost, moreThan, lessThan }

  private func order(_ bound: AttributeValue, _ relation: Relation, _ truth: Bool) -> Formula {
    switch (bound, attribute.type) {
    case (.integer, .integer), (.integer, .number), (.number, .number):
      guard let bound = literals(of: bound)?.first else { return .inexpressible }
      return compare(.exact(Self.operators(relation, bound)), truth)
    case (.version(let version), .version):
      guard let pattern = VersionPattern(version) else { return .inexpressible }
      return switch relation {
      case .atLeast: compare(.exact(.pattern(pattern.atLeast)), truth)
      case .lessThan: compare(.exact(.pattern(pattern.lessThan)), truth)
      case .moreThan: compare(.exact(.pattern(pattern.moreThan)), truth)
      case .atMost: compare(.exact(.pattern(pattern.atMost)), truth)
      }
    case (.time(let moment), .time):
      guard let text = TimePattern.second(of: moment),
        relation == .atLeast || relation == .lessThan
      else { return .inexpressible }
      return compare(.exact(Self.operators(relation, .text(text))), truth)
    default: return .inexpressible
    }
  }

  private static func operators(_ relation: Relation, _ bound: Content) -> Operators {
    switch relation {
    case .atLeast: .atLeast(bound)
    case .atMost: .atMost(bound)
    case .moreThan: .above(bound)
    case .lessThan: .below(bound)
    }
  }
}

// Attributes that have a default value.
extension SentAttribute {
  /// The default is production.
  private func environment(_ test: AttributeTest.Operator, _ truth: Bool) -> Formula {
    let production = AppStoreEnvironment.production.rawValue
    let unsaid: Bool
    let words: [String]
    switch test {
    case .exists(let expected): return expected == truth ? .always : .never
    case .equals(.string(let word)):
      (unsaid, words) = (word == production, [word])
    case .oneOf(let values):
      let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      guard texts.count == values.count else { return .inexpressible }
      (unsaid, words) = (texts.contains(production), texts)
    default: return .inexpressible
    }
    let spelled = words.flatMap { AppStoreEnvironment(rawValue: $0)?.spellings ?? [$0] }
    let said = compare(.exact(.oneOf(spelled.map { .text($0) })), truth)
    return unsaid == truth ? .disjunction([said, isUnknown]) : said
  }

  /// The language itself, else that of the locale.
  private func language(_ test: AttributeTest.Operator, _ truth: Bool) -> Formula {
    let own = Operators.type("string") + .pattern(LanguagePattern.any)
    let isUnsaid = Formula.test(name, .not(own))
    func either(_ operators: Operators) -> Formula {
      .disjunction([.test(name, operators), .conjunction([isUnsaid, .test("locale", operators)])])
    }
    if case .exists(let expected) = test {
      return expected == truth
        ? either(own) : .conjunction([isUnsaid, .test("locale", .not(own))])
    }
    guard let pattern = texts(of: test).map(LanguagePattern.languages) else {
      return .inexpressible
    }
    return either(truth ? .type("string") + .pattern(pattern) : own + .not(.pattern(pattern)))
  }

  private func locale(_ test: AttributeTest.Operator, _ truth: Bool) -> Formula {
    let known = Operators.type("string") + .pattern(LanguagePattern.any)
    let pattern: String?
    switch test {
    case .exists(let expected):
      return .test(name, expected == truth ? known : .not(known))
    case .startsWith(let text): pattern = LanguagePattern.beginning(text)
    // Other codes of the same part, and the end of a text that goes on with keywords.
    case .contains, .endsWith: return .inexpressible
    default: pattern = texts(of: test).map(LanguagePattern.locales)
    }
    guard let pattern else { return .inexpressible }
    return .test(
      name,
      truth ? .type("string") + .pattern(pattern) : known + .not(.pattern(pattern)))
  }

  /// The texts that a value may have; `nil` for another kind of test.
  private func texts(of test: AttributeTest.Operator) -> [String]? {
    let values: [AttributeValue]
    switch test {
    case .equals(let value): values = [value]
    case .oneOf(let list): values = list
    default: return nil
    }
    let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    guard texts.count == values.count else { return nil }
    return texts.map { BuiltInWord.normal($0, of: name) ?? $0 }
  }
}

// Attributes whose values are words of a list, in any letter case. Any other text is unknown.
extension SentAttribute {
  fileprivate struct Words: Sendable {
    let all: [String]
    /// The words for one value.
    let spellings: @Sendable (String) -> [String]

    static let countries = Words(all: Country.allCodes) {
      Country.codes(meaning: $0)
    }
    static let platforms = Words(all: Platform.allCases.map(\.rawValue)) { [$0] }
  }

  private func word(_ test: AttributeTest.Operator, _ truth: Bool, _ words: Words) -> Formula {
    if case .exists(let expected) = test {
      let known = Operators.type("string") + .pattern(WordPattern.any(of: words.all))
      return .test(name, expected == truth ? known : .not(known))
    }
    guard let texts = texts(of: test) else { return .inexpressible }
    let listed = Set(texts.flatMap(words.spellings).map { $0.uppercased() })
    let meant = words.all.filter { listed.contains($0.uppercased()) == truth }
    guard !meant.isEmpty else { return .never }
    return .test(name, .type("string") + .pattern(WordPattern.any(of: meant)))
  }
}

extension Operators {
  /// Text that can be hashed.
  static let identifier = Operators.type("string") + .differ(from: "")

  /// Every text contains the empty text; ICU refuses an empty pattern.
  static func containing(_ text: String) -> Operators {
    text.isEmpty ? startingWith("") : .pattern(TextPattern.escaped(text))
  }

  static func startingWith(_ text: String) -> Operators {
    .pattern("^" + TextPattern.escaped(text))
  }

  /// Some dialects let `$` match before a line break at the end, so there must be none; `nil` for a
  /// text that ends with one itself.
  static func endingWith(_ text: String) -> Operators? {
    guard let last = text.unicodeScalars.last else { return startingWith("") }
    guard !TextPattern.lineBreaks.unicodeScalars.contains(last) else { return nil }
    return .pattern(TextPattern.escaped(text) + "$")
      + .not(.pattern("[\(TextPattern.lineBreaks)]$"))
  }
}
