import PaywallCatalog
import PaywallDecisions
import Testing

struct VisitorTests {
  let compiled = CompiledSnapshot()

  /// The attribute, the value that was sent, and its reading by the attribute's type, if it has
  /// one.
  @Test(
    "A value is read by the declared type; text stands for any of them",
    arguments: [
      ("planInterest", .text("x"), .string("x")), ("planInterest", .integer(1), nil),
      ("planInterest", .boolean(true), nil), ("planInterest", .list(["x"]), nil),
      ("sessions", .integer(3), .integer(3)), ("sessions", .number(3), .integer(3)),
      ("sessions", .number(3.5), nil), ("sessions", .text("-3"), .integer(-3)),
      ("sessions", .text("+3"), nil), ("sessions", .text("3.0"), nil), ("sessions", .text(""), nil),
      ("sessions", .text("9223372036854775808"), nil), ("sessions", .boolean(true), nil),
      ("score", .integer(3), .number(3)), ("score", .number(.infinity), nil),
      ("score", .number(.nan), nil), ("score", .text("-2.5e3"), .number(-2500)),
      ("score", .text("nan"), nil), ("score", .text("inf"), nil), ("score", .text("0x10"), nil),
      ("score", .text("1e999"), nil), ("score", .text("+1"), nil), ("score", .text(""), nil),
      ("score", .boolean(false), nil),
      ("beta", .boolean(true), .boolean(true)), ("beta", .text("false"), .boolean(false)),
      ("beta", .text("true"), .boolean(true)), ("beta", .text("yes"), nil),
      ("beta", .integer(1), nil),
      ("appVersion", .text("3.10"), version("3.10")), ("appVersion", .integer(18), version("18")),
      ("appVersion", .number(3.1), nil), ("appVersion", .text("new"), nil),
      ("firstSeen", .text("2026-12-01T00:00:00Z"), .time(at("2026-12-01T00:00Z"))),
      ("firstSeen", .text("2026-12-01"), nil), ("firstSeen", .integer(1_764_547_200), nil),
      ("tags", .list(["a"]), .list(["a"])), ("tags", .text("a,b"), .list(["a", "b"])),
      ("tags", .integer(1), nil), ("tags", .other, nil),
    ] as [(String, RawAttribute, AttributeValue?)])
  func reading(attribute: String, sent: RawAttribute, expected: AttributeValue?) throws {
    let (visitor, issues) = compiled.visitor([attribute: sent], at: noon)
    #expect(visitor.value(of: attribute, in: compiled) == expected)
    let declared = try #require(compiled.snapshot.schema[attribute])
    #expect(issues == (expected == nil ? [.mistyped(attribute, expected: declared.type)] : []))
  }

  @Test("What is wrong with attributes is listed by name")
  func issues() {
    let (_, issues) = compiled.visitor(
      [
        "zebra": .text("x"), "daysSinceInstall": .integer(1), "subscription.state": .text("none"),
        "subscription.gold.ever": .boolean(true), "sessions": .text("many"), "beta": .null,
        "userId": .list([]), "country": .text("GB"),
      ], at: noon)
    #expect(
      issues == [
        .reserved("daysSinceInstall"), .mistyped("sessions", expected: .integer),
        .reserved("subscription.gold.ever"), .reserved("subscription.state"),
        .mistyped("userId", expected: .string), .undeclared("zebra"),
      ])
  }

  @Test("A reserved attribute changes nothing")
  func reserved() {
    let visitor = compiled.visitor(
      ["subscription.known": .boolean(true), "daysSinceInstall": .integer(3)], at: noon
    ).visitor
    #expect(visitor.value(of: "subscription.known", in: compiled) == .boolean(false))
    #expect(visitor.value(of: "daysSinceInstall", in: compiled) == nil)
  }

  @Test("The name of an attribute is compared by its code units")
  func names() {
    var other = snapshot([])
    other.schema = AttributeSchema(
      declared: [Attribute(name: "caf\u{E9}", type: .string, origin: .declared)], groups: [])
    let issues = CompiledSnapshot(other).visitor(["cafe\u{301}": .text("x")], at: noon).issues
    #expect(issues == [.undeclared("cafe\u{301}")])
  }

  @Test(
    "A word of a built-in attribute has one spelling, and what is none is unknown and named",
    arguments: [
      ("country", "GBR", "GB"), ("country", "GB", "GB"), ("country", "XKS", "XK"),
      ("country", "XK", "XK"), ("country", "gbr", "GB"), ("country", "ru", "RU"),
      ("country", "ZZZ", nil), ("country", "ZZ", nil), ("country", "T1", nil), ("country", "", nil),
      ("country", "Germany", nil), ("platform", "ios", "iOS"), ("platform", "IPADOS", "iPadOS"),
      ("platform", "iPhone", nil), ("platform", "", nil), ("locale", "en_gb", "en-GB"),
      ("locale", "zh-hant-tw", "zh-Hant-TW"), ("locale", "iw_IL", "he-IL"),
      ("locale", "de@calendar=buddhist", "de"), ("locale", "ca-ES,de-DE", "ca-ES"),
      ("locale", "xx-YY", nil), ("locale", "", nil), ("locale", "deutsch", nil),
      ("language", "DE", "de"), ("language", "ger", "de"), ("language", "pt_BR", "pt"),
      ("language", "jp", nil), ("language", "und", nil), ("device", "iphone", "iphone"),
    ] as [(String, String, String?)])
  func words(attribute: String, sent: String, expected: String?) {
    let (visitor, issues) = compiled.visitor([attribute: .text(sent)], at: noon)
    #expect(visitor.value(of: attribute, in: compiled) == expected.map { .string($0) })
    #expect(issues == (expected == nil ? [.unusable(attribute)] : []))
  }

  @Test(
    "A value that is none is unknown under not too",
    arguments: [
      ("country", "ru", true), ("country", "", nil), ("country", "ZZ", nil), ("country", "T1", nil),
      ("country", "XK", false), ("country", "GB", false), ("platform", "ios", true),
      ("platform", "iPhone", nil), ("platform", "macos", false), ("language", "de_AT", true),
      ("language", "xx", nil), ("locale", "EN_gb", true), ("locale", "zz-GB", nil),
    ] as [(String, String, Bool?)])
  func not(attribute: String, sent: String, isListed: Bool?) {
    let listed = ["country": "RU", "platform": "iOS", "language": "de", "locale": "en-GB"]
    let test = Condition.test(
      AttributeTest(attribute, [.equals(.string(listed[attribute] ?? ""))]))
    let compiled = CompiledSnapshot {
      $0.placements["onboarding"]?.rules = [
        .init(audience: test, show: .paywall("listed")),
        .init(audience: .not(test), show: .paywall("other")),
      ]
    }
    let visitor = compiled.visitor([attribute: .text(sent)], at: noon).visitor
    #expect(
      compiled.shows(visitor)
        == (isListed.map { $0 ? "rule 1 listed" : "rule 2 other" } ?? "default plain"))
  }

  @Test("A list of languages is read in order, and its first one counts in conditions")
  func languages() {
    var german = snapshot([])
    german.app.locales = ["en", "de", "ja"]
    let compiled = CompiledSnapshot(german)
    for (attributes, shown, first) in [
      (["locales": .list(["ca-ES", "de-DE"])], "de", "ca-ES"),
      (["locale": .text("fr"), "locales": .list(["ja-JP", "de"])], "ja", "fr"),
      (["locale": .list(["ja", "de"])], "ja", "ja"), (["language": .text("de")], "de", nil),
      (["locales": .text("xx,de")], "de", "de"),
      ([:], "en", nil),
    ] as [([String: RawAttribute], String, String?)] {
      let visitor = compiled.visitor(attributes, at: noon).visitor
      #expect(compiled.locales[visitor.language.place] == shown)
      #expect(visitor.value(of: "locale", in: compiled) == first.map { .string($0) })
    }
  }

  @Test(
    "The language follows from the locale, unless it was sent",
    arguments: [
      ("de-DE", nil, "de"), ("pt_BR", nil, "pt"), ("de", nil, "de"), ("de-DE", "ja", "ja"),
      (nil, "ja", "ja"), (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func language(locale: String?, language: String?, expected: String?) {
    var attributes: [String: RawAttribute] = [:]
    attributes["locale"] = locale.map { .text($0) }
    attributes["language"] = language.map { .text($0) }
    let visitor = compiled.visitor(attributes, at: noon).visitor
    #expect(visitor.value(of: "language", in: compiled) == expected.map { .string($0) })
  }

  @Test("The environment is production unless said otherwise")
  func environment() {
    let visitor = compiled.visitor([:], at: noon).visitor
    #expect(visitor.value(of: "environment", in: compiled) == .string("production"))
    let tester = compiled.visitor(["environment": .text("sandbox")], at: noon).visitor
    #expect(tester.value(of: "environment", in: compiled) == .string("sandbox"))
  }

  @Test(
    "Days since the installation are whole days, and none for a clock that is ahead",
    arguments: [
      ("2026-12-10T12:00Z", 0), ("2026-12-09T12:01Z", 0), ("2026-12-09T12:00Z", 1),
      ("2026-12-03T12:00Z", 7), ("2027-01-01T00:00Z", 0),
    ])
  func daysSinceInstall(firstSeen: String, days: Int64) {
    let visitor = compiled.visitor(["firstSeen": .text(firstSeen)], at: noon).visitor
    #expect(visitor.value(of: "daysSinceInstall", in: compiled) == .integer(days))
  }

  @Test("A visitor of another snapshot is decided without a crash")
  func otherSnapshot() {
    var small = snapshot([])
    small.schema = AttributeSchema(declared: [], groups: [])
    let visitor = CompiledSnapshot(small).visitor("user-7")
    let test = AttributeTest("tags", [.contains("a")])
    let large = CompiledSnapshot {
      $0.placements["onboarding"]?.rules = [
        .init(audience: .test(test), show: .nothing),
        .init(audience: .test(AttributeTest("beta", [.exists(true)])), show: .nothing),
      ]
    }
    #expect(large.shows(visitor) == "default plain")
  }
}
