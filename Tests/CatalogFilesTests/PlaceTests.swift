import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

@Suite("A value is read by the type that is expected at its place")
struct PlaceTests {
  private func audience(_ text: String) throws -> Condition {
    let (snapshot, report) = Loader.load(files(isles: text))
    let read = try #require(snapshot, "\(report.text())")
    return try #require(read.audiences["isles"]).condition
  }

  private func files(isles: String) -> ConfigurationFiles {
    Base.replacing("{ country: [GB, IE] }", with: isles, in: "Paywalls/targeting/audiences.yaml")
  }

  @Test(arguments: [
    ("{ country: NO }", "country", AttributeValue.string("NO")),
    ("{ country: NOR }", "country", .string("NO")),
    ("{ language: no }", "language", .string("no")),
    ("{ userId: 0123 }", "userId", .string("0123")),
    ("{ userId: 1e3 }", "userId", .string("1e3")),
    ("{ userId: off }", "userId", .string("off")),
    ("{ userId: 'null' }", "userId", .string("null")),
    ("{ sessions: 12 }", "sessions", .integer(12)),
    ("{ sessions: -3 }", "sessions", .integer(-3)),
    ("{ sessions: '12' }", "sessions", .integer(12)),
    ("{ score: 1e3 }", "score", .number(1000)),
    ("{ score: 3.10 }", "score", .number(3.1)),
    ("{ score: 7 }", "score", .number(7)),
    ("{ beta: true }", "beta", .boolean(true)),
    ("{ planInterest: teams }", "planInterest", .string("teams")),
    ("{ tags: sport }", "tags", .string("sport")),
  ])
  func equals(_ text: String, _ attribute: String, _ value: AttributeValue) throws {
    #expect(try audience(text) == .test(AttributeTest(attribute, [.equals(value)])))
  }

  @Test func `3.10 is a version, and not 3.1`() throws {
    let condition = try audience("{ appVersion: 3.10 }")
    guard case .test(let test) = condition,
      case .equals(.version(let version))? = test.operators.first
    else {
      Issue.record("\(condition)")
      return
    }
    #expect(version.text == "3.10")
    #expect(version > (Version("3.9") ?? version))
  }

  @Test(arguments: [
    (">=3.2", "atLeast"), ("<=3.2", "atMost"), ("> 3.2", "moreThan"), ("<3.2", "lessThan"),
  ])
  func signs(_ text: String, _ name: String) throws {
    let version = AttributeValue.version(try #require(Version("3.2")))
    let operators: [String: AttributeTest.Operator] = [
      "atLeast": .atLeast(version), "atMost": .atMost(version), "moreThan": .moreThan(version),
      "lessThan": .lessThan(version),
    ]
    let expected = try #require(operators[name])
    #expect(
      try audience("{ appVersion: \"\(text)\" }") == .test(AttributeTest("appVersion", [expected])))
    #expect(
      try audience("{ appVersion: { \(name): 3.2 } }")
        == .test(AttributeTest("appVersion", [expected])))
  }

  @Test func `operators are kept in one order, however they are written`() throws {
    let start = Timestamp(milliseconds: 1_767_225_600_000)
    let end = Timestamp(milliseconds: 1_769_904_000_000)
    let expected = Condition.test(AttributeTest("trialEnds", [.before(end), .after(start)]))
    #expect(
      try audience("{ trialEnds: { after: 2026-01-01T00:00Z, before: 2026-02-01T00:00Z } }")
        == expected)
    #expect(
      try audience("{ trialEnds: { before: 2026-02-01T01:00+01:00, after: 2026-01-01T00:00Z } }")
        == expected)
    #expect(
      try audience(
        "{ userId: { endsWith: '7', contains: u-, startsWith: u, exists: yes } }".replacing(
          "yes", with: "true"))
        == .test(
          AttributeTest(
            "userId", [.contains("u-"), .startsWith("u"), .endsWith("7"), .exists(true)])))
  }

  @Test(arguments: [
    ("null", Content.null), ("~", .null), ("''", .text("")), ("true", .boolean(true)),
    ("False", .boolean(false)), ("yes", .text("yes")), ("off", .text("off")), ("NO", .text("NO")),
    ("0", .integer(0)), ("-17", .integer(-17)), ("+3", .integer(3)), ("007", .integer(7)),
    ("0x1F", .integer(31)), ("0o17", .integer(15)), ("0b1", .text("0b1")),
    ("1_000", .text("1_000")), ("3.10", .number(3.1)), ("1e3", .number(1000)),
    (".5", .number(0.5)), ("5.", .number(5)), ("-1.5E-2", .number(-0.015)),
    ("1.2.3", .text("1.2.3")), ("12:30", .text("12:30")), ("2026-12-01", .text("2026-12-01")),
    ("'12'", .text("12")), ("\"true\"", .text("true")), ("9223372036854775807", .integer(.max)),
    ("[1, a]", .list([.integer(1), .text("a")])), ("{}", .object([])), ("-", .text("-")),
    (".", .text(".")), ("1e", .text("1e")), ("0x", .text("0x")),
  ])
  func content(_ text: String, _ expected: Content) throws {
    // A lone dash or dot is quoted, as it would be by hand.
    let written = text == "-" ? "'-'" : text
    let files = Base.with([
      "Paywalls/lite.yaml": "products: [pro_monthly]\ncontent:\n  value: \(written)\n"
    ])
    let (snapshot, report) = Loader.load(files)
    let paywall = try #require(snapshot?.paywalls["lite"], "\(report.text())")
    #expect(paywall.content == [Content.Member("value", expected)])
  }

  @Test func `a mapping of locales is localised, and 'plain' says that it is none`() throws {
    let files = Base.with([
      "Paywalls/lite.yaml": """
      products: [pro_monthly]
      content:
        text: { en: [a, 1], de: { b: 2 }, ja: null }
        codes: { de: 49, size: 3, plain: true }
        other: { plain: true, size: 3 }
      """
    ])
    let (snapshot, report) = Loader.load(files)
    let paywall = try #require(snapshot?.paywalls["lite"], "\(report.text())")
    #expect(
      paywall.content == [
        Content.Member(
          "text",
          .localised([
            "en": .list([.text("a"), .integer(1)]),
            "de": .object([Content.Member("b", .integer(2))]), "ja": .null,
          ])),
        Content.Member(
          "codes",
          .object([Content.Member("de", .integer(49)), Content.Member("size", .integer(3))])),
        Content.Member(
          "other",
          .object([Content.Member("plain", .boolean(true)), Content.Member("size", .integer(3))])),
      ])
  }

  @Test func `extra is passed as it is, whatever its keys are called`() throws {
    let files = Base.with([
      "Paywalls/lite.yaml": "products: [{ product: pro_monthly, extra: { de: 1, x: 2 } }]\n"
    ])
    let (snapshot, report) = Loader.load(files)
    let paywall = try #require(snapshot?.paywalls["lite"], "\(report.text())")
    #expect(
      paywall.products.first?.extra
        == .object([Content.Member("de", .integer(1)), Content.Member("x", .integer(2))]))
  }

  @Test(arguments: [
    ("share: 20", "write 20%"), ("share: 0.2", "write 20%, or 0.2% if that is meant"),
    ("share: 120%", "a share is at least 0% and at most 100%"),
    ("share: 0.125%", "a share has at most two decimals, like 33.33%"),
    ("share: half", "write a share like 20% or 12.5%"),
  ])
  func shareHelp(_ text: String, _ help: String) {
    let files = Base.with([
      "Paywalls/targeting/layers.yaml":
        "holdout: { \(text), seed: 4be01a77 }\nlayers:\n  pricing: { seed: 51c0e8d2 }\n"
    ])
    #expect(Loader.load(files).report.diagnostics.map(\.help) == [help])
  }

  @Test(arguments: [
    ("{ country: UK }", "did you mean GB?"), ("{ country: gb }", "did you mean GB?"),
    ("{ contry: GB }", "did you mean 'country'?"),
    ("{ appVersion: { atleast: 3 } }", "did you mean 'atLeast'?"),
    ("{ sessions: \">=3\" }", "write { atLeast: 3 }"), ("{ beta: yes }", "write true"),
    ("{ language: de-AT }", "write de, or test 'locale'"),
    (
      "{ firstSeen: { after: 2026-01-01 } }",
      "write 2026-01-01T00:00Z, or the zone that is meant, like +01:00"
    ),
    ("newcommers", "did you mean 'newcomers'?"),
  ])
  func help(_ text: String, _ help: String) {
    #expect(Loader.load(files(isles: text)).report.diagnostics.map(\.help) == [help])
  }
}
