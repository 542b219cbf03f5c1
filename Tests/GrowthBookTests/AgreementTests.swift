import Foundation
import GrowthBook
import PaywallCatalog
import PaywallDecisions
import Testing

/// An SDK of GrowthBook makes the decisions of our server from our payload.
@Suite struct AgreementTests {
  /// A case of `evalCondition`: its name, a condition, attributes, whether it holds.
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let testDescription: String
    let condition: JSONValue
    let attributes: JSONValue
    let holds: Bool

    init(from decoder: any Decoder) throws {
      var items = try decoder.unkeyedContainer()
      testDescription = try items.decode(String.self)
      condition = try items.decode(JSONValue.self)
      attributes = try items.decode(JSONValue.self)
      holds = try items.decode(Bool.self)
    }

    static func all() throws -> [Case] {
      struct File: Decodable { let evalCondition: [Case] }
      let url = Bundle.module.url(forResource: "Vectors/conditions", withExtension: "json")
      return try JSONDecoder().decode(File.self, from: Data(contentsOf: #require(url)))
        .evalCondition
    }
  }

  @Test(
    "The reader of conditions in these tests passes GrowthBook's cases", arguments: try Case.all())
  func reader(_ found: Case) {
    #expect(GrowthBookCondition(found.condition).holds(for: found.attributes) == found.holds)
  }

  private static let types: [(String, AttributeType)] = [
    ("tier", .string), ("sessions", .integer), ("score", .number), ("beta", .boolean),
    ("build", .version), ("since", .time), ("tags", .list),
  ]

  private static func versions(_ texts: String...) -> [AttributeValue] {
    texts.compactMap { Version($0).map { .version($0) } }
  }

  private static func build(_ test: (AttributeValue) -> AttributeTest.Operator) -> [AttributeTest] {
    versions("0", "3.2", "v3.2.0", "3.10", "10.0.1", "0.0.9", "007.1").map {
      AttributeTest("build", [test($0)])
    }
  }

  /// One test of each kind, each type and each attribute that is read in its own way.
  static let tests: [AttributeTest] =
    [
      AttributeTest("tier", [.equals(.string("gold"))]),
      AttributeTest("tier", [.oneOf([.string("a+b"), .string("zoë"), .string("")])]),
      AttributeTest("tier", [.contains("a+b")]), AttributeTest("tier", [.contains("")]),
      AttributeTest("tier", [.startsWith("^(a")]), AttributeTest("tier", [.endsWith(".z$")]),
      AttributeTest("tier", [.endsWith("")]), AttributeTest("tier", [.exists(true)]),
      AttributeTest("tier", [.exists(false)]),
      AttributeTest("sessions", [.equals(.integer(3))]),
      AttributeTest("sessions", [.oneOf([.integer(0), .integer(3), .integer(-7)])]),
      AttributeTest("sessions", [.atLeast(.integer(0)), .atMost(.integer(5))]),
      AttributeTest("sessions", [.moreThan(.integer(-2)), .lessThan(.integer(5))]),
      AttributeTest("sessions", [.exists(true)]),
      AttributeTest("score", [.atLeast(.number(0.1)), .lessThan(.number(2.5))]),
      AttributeTest("score", [.moreThan(.integer(1)), .atMost(.integer(3))]),
      AttributeTest("score", [.equals(.number(2.5))]),
      AttributeTest("beta", [.equals(.boolean(true))]),
      AttributeTest("beta", [.oneOf([.boolean(false)])]), AttributeTest("beta", [.exists(false)]),
      AttributeTest("build", [.oneOf(versions("3.2", "4.0.0", "0"))]),
      AttributeTest("build", [.exists(true)]),
      AttributeTest("since", [.before(time("2026-03-01T00:00:00Z"))]),
      AttributeTest("since", [.after(time("2026-03-01T00:00:00Z"))]),
      AttributeTest("since", [.exists(true)]),
      AttributeTest("tags", [.contains("red")]),
      AttributeTest("tags", [.equals(.string("red"))]),
      AttributeTest("tags", [.oneOf([.string("red"), .string("blue")])]),
      AttributeTest("tags", [.exists(false)]),
      AttributeTest("country", [.equals(.string("GB"))]),
      AttributeTest("country", [.oneOf([.string("IN"), .string("BR")])]),
      AttributeTest("language", [.equals(.string("de"))]),
      AttributeTest("language", [.oneOf([.string("pt"), .string("zh-x"), .string("EN")])]),
      AttributeTest("language", [.exists(true)]), AttributeTest("language", [.exists(false)]),
      AttributeTest("country", [.exists(true)]),
      AttributeTest("platform", [.equals(.string("iOS"))]),
      AttributeTest("platform", [.oneOf([.string("iPadOS"), .string("macOS")])]),
      AttributeTest("platform", [.exists(false)]),
      AttributeTest("language", [.equals(.string("he"))]),
      AttributeTest("locale", [.equals(.string("en-GB"))]),
      AttributeTest("locale", [.oneOf([.string("zh-Hant-TW"), .string("de")])]),
      AttributeTest("locale", [.startsWith("en-")]),
      AttributeTest("locale", [.exists(true)]),
      AttributeTest("environment", [.equals(.string("production"))]),
      AttributeTest("environment", [.oneOf([.string("sandbox"), .string("xcode")])]),
      AttributeTest("environment", [.exists(false)]),
      AttributeTest("userId", [.startsWith("user-1")]), AttributeTest("userId", [.exists(true)]),
      AttributeTest("subscription.known", [.oneOf([.boolean(true), .boolean(false)])]),
      AttributeTest("subscription.state", [.exists(false)]),
      AttributeTest("subscription.ever", [.exists(true)]),
    ] + build { .equals($0) } + build { .atLeast($0) } + build { .atMost($0) }
    + build { .moreThan($0) } + build { .lessThan($0) }

  /// Right, wrong, odd and missing values of each attribute. A text for a number, of which only the
  /// server makes one, is not among them: apps hand SDKs the type that is declared.
  private static let visitors: [String] =
    [
      "{}", #"{"tier":""}"#, #"{"tier":"gold"}"#, #"{"tier":"xa+by"}"#, #"{"tier":"a+b"}"#,
      #"{"tier":"zoë"}"#, #"{"tier":"^(a)"}"#, #"{"tier":"1.z$"}"#, #"{"tier":"1xz$"}"#,
      #"{"tier":3}"#, #"{"tier":null}"#, #"{"tier":["gold"]}"#, #"{"sessions":0}"#,
      #"{"sessions":3}"#, #"{"sessions":5}"#, #"{"sessions":-2}"#, #"{"sessions":-7}"#,
      #"{"sessions":true}"#, #"{"score":0.1}"#, #"{"score":2.5}"#,
      #"{"score":1}"#, #"{"score":3}"#, #"{"beta":true}"#,
      #"{"beta":false}"#, #"{"beta":1}"#,
      #"{"since":"2026-02-28T23:59:59Z"}"#, #"{"since":"2026-03-01T00:00:00Z"}"#,
      #"{"since":"2026-03-01T00:00:00.5Z"}"#, #"{"since":"March"}"#, #"{"since":3}"#,
      #"{"tags":[]}"#, #"{"tags":["red"]}"#, #"{"tags":["green","blue"]}"#, #"{"country":"GB"}"#,
      #"{"country":"GBR"}"#, #"{"country":"IND"}"#, #"{"country":"gb"}"#,
      #"{"country":""}"#, #"{"country":"ZZ"}"#, #"{"country":"T1"}"#, #"{"country":"XK"}"#,
      #"{"country":"gBr"}"#, #"{"country":"RU"}"#, #"{"country":"GBRX"}"#, #"{"country":7}"#,
      #"{"platform":"iOS"}"#, #"{"platform":"ios"}"#, #"{"platform":"IPADOS"}"#,
      #"{"platform":"visionOS"}"#, #"{"platform":"iPhone"}"#, #"{"platform":""}"#,
      #"{"locale":"en_GB"}"#, #"{"locale":"en-gb"}"#, #"{"locale":"en-UK"}"#,
      #"{"locale":"eng-GB"}"#,
      #"{"locale":"en-GB-u-hc-h12"}"#, #"{"locale":"en_GB@calendar=buddhist"}"#,
      #"{"locale":"en-GB,de-DE"}"#, #"{"locale":"zh_hant_tw"}"#, #"{"locale":"de"}"#,
      #"{"locale":"ger"}"#, #"{"locale":"en-US"}"#, #"{"locale":""}"#, #"{"locale":"deutsch"}"#,
      #"{"language":"iw"}"#, #"{"language":"he"}"#, #"{"locale":"iw-IL"}"#, #"{"language":"GER"}"#,
      #"{"language":"de"}"#, #"{"language":"DE"}"#, #"{"locale":"de-DE"}"#, #"{"locale":"PT_br"}"#,
      #"{"locale":"en"}"#, #"{"locale":"deu"}"#, #"{"locale":3}"#,
      #"{"language":"fr","locale":"de"}"#, #"{"language":7,"locale":"de"}"#,
      #"{"environment":"production"}"#, #"{"environment":"sandbox"}"#, #"{"environment":"moon"}"#,
      #"{"userId":"user-1"}"#, #"{"userId":"user-2"}"#, #"{"userId":""}"#,
    ]
    + [
      "0", "0.0", "3", "3.2", "3.2.0", "v3.2", "03.2", "3.2.0.1", "3.1.9", "3.3", "3.9", "3.10",
      "3.10.0", "3.11", "10.0.0", "10.0.1", "10.0.2", "9.9.9", "0.0.8", "0.0.9", "0.0.10", "7.1",
      "7.0.9", "3.2-beta", "3.2.0-rc.1", "3.10-1", "3.2+build.7", "3.2-beta+7", "x3.2", "3..2", "",
    ].map { #"{"build":"\#($0)"}"# }

  @Test(
    "A condition and its negation take whom the server takes, and nobody of whom they are unknown",
    arguments: tests)
  func agrees(_ test: AttributeTest) throws {
    var snapshot = Snapshot.lumen
    snapshot.schema = AttributeSchema(
      declared: Self.types.map { Attribute(name: $0.0, type: $0.1, origin: .declared) },
      groups: [])
    let tested = Condition.audience("tested")
    snapshot.audiences["tested"] = Audience(
      name: "tested", condition: .test(test), visibility: .public)
    snapshot.audiences["others"] = Audience(
      name: "others", condition: .not(tested), visibility: .public)
    snapshot.experiments = [:]
    snapshot.placements = [
      "p": Placement(
        id: "p",
        rules: [
          Placement.Rule(audience: tested, show: .paywall("lite")),
          Placement.Rule(audience: .audience("others"), show: .paywall("standard")),
        ], default: .nothing)
    ]
    let now = time("2026-12-05T12:00:00Z")
    let payload = try Self.read(JSONValue.self, text(snapshot))
    #expect(payload["partialPlacements"] == .list([]))
    let server = CompiledSnapshot(snapshot)
    for attributes in Self.visitors {
      let visitor = server.visitor(try Self.raw(attributes), at: now).visitor
      let decided = server.decide("p", for: visitor, at: now).show
      let evaluated = Self.show(
        payload["features"]["p"], for: try Self.read(JSONValue.self, attributes))
      #expect(evaluated == decided, "\(attributes)")
    }
  }

  /// The value of the first rule that takes a visitor, or the default.
  private static func show(_ feature: JSONValue, for visitor: JSONValue) -> Show {
    let rule = feature["rules"].items.first { rule in
      rule["condition"] == .null || GrowthBookCondition(rule["condition"]).holds(for: visitor)
    }
    let value = rule?["force"] ?? feature["defaultValue"]
    return value["paywall"]["id"].text.map { .paywall($0) } ?? .nothing
  }

  private static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  /// As the server reads the attributes of a request.
  private static func raw(_ text: String) throws -> [String: RawAttribute] {
    try read([String: JSONValue].self, text).mapValues { value in
      switch value {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .number(number)
      case .text(let text): .text(text)
      case .list(let items):
        items.allSatisfy { $0.text != nil } ? .list(items.compactMap(\.text)) : .other
      case .object: .other
      }
    }
  }
}
