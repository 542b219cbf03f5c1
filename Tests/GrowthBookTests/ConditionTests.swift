import GrowthBook
import PaywallCatalog
import Testing

@Suite struct ConditionTests {
  private func rules(_ condition: Condition, types: [String: AttributeType] = [:]) -> String {
    var snapshot = Snapshot.lumen
    snapshot.schema = AttributeSchema(
      declared: types.sorted { $0.key < $1.key }.map {
        Attribute(name: $0.key, type: $0.value, origin: .declared)
      }, groups: [])
    snapshot.audiences["tested"] = Audience(
      name: "tested", condition: condition, visibility: .public)
    snapshot.experiments = [:]
    snapshot.placements = [
      "p": Placement(
        id: "p", rules: [Placement.Rule(audience: .audience("tested"), show: .paywall("lite"))],
        default: .nothing)
    ]
    let text = text(snapshot)
    let beginning = #""rules":["#
    return text.firstRange(of: beginning).map { String(text[$0.upperBound...]) } ?? text
  }

  private static let preRelease = [Version("4.0-beta")].compactMap { version in
    version.map { AttributeTest("appVersion", [.atLeast(.version($0))]) }
  }

  private static let partial = #"]}},"partialPlacements":["p"]}"#
  private static let nobody = #"]}},"partialPlacements":[]}"#

  @Test func `a negation asks for a value that is known and another`() {
    let gold = Condition.test(AttributeTest("tier", [.equals(.string("gold"))]))
    #expect(
      rules(gold, types: ["tier": .string]).contains(
        #""condition":{"tier":{"$type":"string","$in":["gold"]}}"#))
    #expect(
      rules(.not(gold), types: ["tier": .string]).contains(
        #""condition":{"tier":{"$type":"string","$not":{"$in":["gold"]}}}"#))
  }

  @Test func `a part that never matches decides, and is not written`() {
    let never = Condition.test(AttributeTest("subscription.ever", [.equals(.boolean(false))]))
    let gold = Condition.test(AttributeTest("tier", [.equals(.string("gold"))]))
    #expect(rules(.all([gold, never]), types: ["tier": .string]) == Self.nobody)
    #expect(rules(.not(never)) == Self.nobody)
    #expect(rules(.any([])) == Self.nobody)
    #expect(rules(.any([never, gold]), types: ["tier": .string]).contains(#"{"tier":{"$type""#))
  }

  @Test func `without evidence it is known that no subscription is known`() {
    let unproven = Condition.test(AttributeTest("subscription.known", [.equals(.boolean(false))]))
    #expect(rules(unproven).hasPrefix(#"{"force":{"productIds":[],"paywall":{"id":"lite""#))
    #expect(!rules(unproven).contains("condition"))
  }

  @Test(
    "What the language cannot say is left out, and the placement is partial",
    arguments: [
      AttributeTest("daysSinceInstall", [.atMost(.integer(7))]),
      AttributeTest("country", [.startsWith("G")]), AttributeTest("locale", [.contains("-GB")]),
      AttributeTest("a.b", [.exists(true)]),
      AttributeTest("count", [.atLeast(.integer(1 << 53))]),
      AttributeTest("tier", [.endsWith("line\n")]),
      AttributeTest("since", [.before(Timestamp(milliseconds: 1_500))]),
    ] + preRelease)
  func inexpressible(test: AttributeTest) {
    let found = rules(
      .test(test),
      types: ["a.b": .string, "count": .integer, "tier": .string, "since": .time])
    #expect(found == Self.partial)
  }

  @Test func `a part that cannot be said does not matter behind one that decides`() {
    let fresh = Condition.test(AttributeTest("daysSinceInstall", [.atMost(.integer(7))]))
    #expect(rules(.any([.audience("everyone"), fresh])).contains(#""force""#))
    #expect(rules(.all([.not(.audience("everyone")), fresh])) == Self.nobody)
  }
}
