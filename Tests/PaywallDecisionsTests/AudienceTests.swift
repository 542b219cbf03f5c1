import PaywallCatalog
import PaywallDecisions
import Testing

/// The truth of an audience: asked through a rule, and through its negation.
struct AudienceTests {
  /// Returns `true` if it matches, `false` if its negation matches, else `unknown`.
  private func truth(
    _ condition: Condition, _ attributes: [String: RawAttribute] = [:],
    subscriber: SubscriberKnowledge = .unidentified,
    audiences: [String: Condition] = [:]
  ) -> Truth {
    let compiled = CompiledSnapshot {
      for (name, condition) in audiences {
        $0.audiences[name] = Audience(name: name, condition: condition)
      }
      $0.placements["onboarding"]?.rules = [
        .init(audience: condition, show: .paywall("yes")),
        .init(audience: .not(condition), show: .paywall("no")),
      ]
    }
    let visitor = compiled.visitor(attributes, subscriber: subscriber, at: noon).visitor
    switch compiled.decide("onboarding", for: visitor, at: noon).reason {
    case .rule(1): return .true
    case .rule(2): return .false
    default: return .unknown
    }
  }

  private func test(_ attribute: String, _ operators: AttributeTest.Operator...) -> Condition {
    .test(AttributeTest(attribute, operators))
  }

  /// Returns a condition with this truth value, for a visitor whose `beta` is true.
  private func condition(_ truth: Truth) -> Condition {
    switch truth {
    case .true: test("beta", .equals(.boolean(true)))
    case .false: test("beta", .equals(.boolean(false)))
    case .unknown: test("score", .equals(.number(1)))
    }
  }

  @Test(
    "Kleene's tables, for conditions and for values",
    arguments: [
      (.true, .true, .true, .true), (.true, .unknown, .unknown, .true),
      (.true, .false, .false, .true), (.unknown, .true, .unknown, .true),
      (.unknown, .unknown, .unknown, .unknown), (.unknown, .false, .false, .unknown),
      (.false, .true, .false, .true), (.false, .unknown, .false, .unknown),
      (.false, .false, .false, .false),
    ] as [(Truth, Truth, Truth, Truth)])
  func kleene(left: Truth, right: Truth, all: Truth, any: Truth) {
    let parts = [condition(left), condition(right)]
    let beta: [String: RawAttribute] = ["beta": .boolean(true)]
    #expect(truth(.all(parts), beta) == all)
    #expect(truth(.any(parts), beta) == any)
    #expect((left && right) == all)
    #expect((left || right) == any)
  }

  @Test("not turns true and false, and leaves unknown")
  func negation() {
    let beta: [String: RawAttribute] = ["beta": .boolean(true)]
    #expect(truth(.not(condition(.true)), beta) == .false)
    #expect(truth(.not(condition(.false)), beta) == .true)
    #expect(truth(.not(condition(.unknown)), beta) == .unknown)
    #expect(truth(.all([])) == .true)
    #expect(truth(.any([])) == .false)
  }

  @Test(
    "Every operator on every type that has it",
    arguments: [
      ("planInterest", .text("teams"), .equals(.string("teams")), .true),
      ("planInterest", .text("Teams"), .equals(.string("teams")), .false),
      ("planInterest", .text("teams"), .oneOf([.string("students"), .string("teams")]), .true),
      ("planInterest", .text("x"), .oneOf([.string("students"), .string("teams")]), .false),
      ("planInterest", .text("x"), .oneOf([]), .false),
      ("planInterest", .text("a teams b"), .contains("teams"), .true),
      ("planInterest", .text("a team b"), .contains("teams"), .false),
      ("planInterest", .text("teams"), .contains(""), .true),
      ("planInterest", .text(""), .contains("a"), .false),
      ("planInterest", .text("xteams"), .contains("teams"), .true),
      ("planInterest", .text("teams!"), .startsWith("teams"), .true),
      ("planInterest", .text("a teams"), .startsWith("teams"), .false),
      ("planInterest", .text("a teams"), .endsWith("teams"), .true),
      ("planInterest", .text("teams!"), .endsWith("teams"), .false),
      ("planInterest", .text("s"), .endsWith("teams"), .false),
      ("sessions", .integer(3), .equals(.integer(3)), .true),
      ("sessions", .integer(3), .oneOf([.integer(5), .integer(1)]), .false),
      ("sessions", .integer(3), .oneOf([.integer(5), .integer(3), .integer(1)]), .true),
      ("sessions", .integer(3), .atLeast(.integer(3)), .true),
      ("sessions", .integer(2), .atLeast(.integer(3)), .false),
      ("sessions", .integer(3), .atMost(.integer(3)), .true),
      ("sessions", .integer(4), .atMost(.integer(3)), .false),
      ("sessions", .integer(4), .moreThan(.integer(3)), .true),
      ("sessions", .integer(3), .moreThan(.integer(3)), .false),
      ("sessions", .integer(-4), .lessThan(.integer(3)), .true),
      ("sessions", .integer(3), .lessThan(.integer(3)), .false),
      ("score", .number(1.5), .equals(.number(1.5)), .true),
      ("score", .number(-0.0), .equals(.number(0)), .true),
      ("score", .number(2), .equals(.integer(2)), .true),
      ("score", .number(-1.5), .lessThan(.number(-1.25)), .true),
      ("score", .number(-1.5), .atLeast(.number(-1.5)), .true),
      ("score", .number(-1.5), .moreThan(.number(0.5)), .false),
      ("score", .number(0.1), .oneOf([.number(0.2), .number(0.1)]), .true),
      ("beta", .boolean(false), .equals(.boolean(false)), .true),
      ("beta", .boolean(false), .equals(.boolean(true)), .false),
      ("beta", .boolean(false), .oneOf([.boolean(true), .boolean(false)]), .true),
      ("appVersion", .text("3.2"), .equals(version("3.2.0")), .true),
      ("appVersion", .text("3.10"), .atLeast(version("3.9")), .true),
      ("appVersion", .text("3.2.0-beta"), .atLeast(version("3.2")), .false),
      ("appVersion", .text("3.2.0"), .atMost(version("3.2")), .true),
      ("appVersion", .text("3.1.9"), .lessThan(version("3.2")), .true),
      ("appVersion", .text("3.2.1"), .moreThan(version("3.2")), .true),
      ("appVersion", .text("3.2.1"), .equals(version("3.2")), .false),
      ("appVersion", .text("4"), .oneOf([version("3"), version("4.0")]), .true),
      ("firstSeen", .text("2026-12-01T00:00Z"), .before(at("2026-12-01T00:00Z")), .false),
      ("firstSeen", .text("2026-11-30T23:59Z"), .before(at("2026-12-01T00:00Z")), .true),
      ("firstSeen", .text("2026-12-01T01:00+01:00"), .after(at("2026-12-01T00:00Z")), .true),
      ("firstSeen", .text("2026-11-30T23:59Z"), .after(at("2026-12-01T00:00Z")), .false),
      ("firstSeen", .text("2026-12-01T00:00Z"), .equals(.time(at("2026-12-01T00:00Z"))), .true),
      ("tags", .list(["a", "b"]), .equals(.string("b")), .true),
      ("tags", .list(["a", "b"]), .equals(.string("c")), .false),
      ("tags", .list(["a", "b"]), .oneOf([.string("c"), .string("a")]), .true),
      ("tags", .list([]), .oneOf([.string("c")]), .false),
      ("tags", .list(["a", "b"]), .contains("a"), .true),
      ("tags", .list(["ab"]), .contains("a"), .false),
      ("country", .text("GBR"), .equals(.string("GB")), .true),
      ("country", .text("GB"), .equals(.string("GBR")), .true),
      ("country", .text("XKS"), .oneOf([.string("XK")]), .true),
      ("country", .text("gb"), .equals(.string("GB")), .true),
      ("country", .text("ZZ"), .equals(.string("GB")), .unknown),
    ] as [(String, RawAttribute, AttributeTest.Operator, Truth)])
  func operators(
    attribute: String, sent: RawAttribute, written: AttributeTest.Operator, expected: Truth
  ) {
    #expect(truth(test(attribute, written), [attribute: sent]) == expected)
    // A missing value makes all of them unknown.
    #expect(truth(test(attribute, written), [:]) == .unknown)
    // An unreadable value does too.
    #expect(truth(test(attribute, written), [attribute: .other]) == .unknown)
  }

  @Test(
    "exists is never unknown",
    arguments: [
      ("planInterest", RawAttribute.text("")), ("sessions", .integer(0)), ("score", .number(0)),
      ("beta", .boolean(false)), ("appVersion", .text("0")),
      ("firstSeen", .text("1970-01-01T00:00Z")), ("tags", .list([])),
    ])
  func exists(attribute: String, sent: RawAttribute) {
    for (attributes, isThere) in [
      ([attribute: sent], true), ([:], false), ([attribute: .null], false),
      ([attribute: .other], false),
    ] as [([String: RawAttribute], Bool)] {
      #expect(truth(test(attribute, .exists(true)), attributes) == Truth(isThere))
      #expect(truth(test(attribute, .exists(false)), attributes) == Truth(!isThere))
    }
  }

  @Test(
    "An operator that does not fit the type is unknown",
    arguments: [
      ("planInterest", .text("b"), .atLeast(.string("a"))),
      ("planInterest", .text("b"), .equals(.integer(1))),
      ("planInterest", .text("b"), .oneOf([.string("b"), .integer(1)])),
      ("planInterest", .text("b"), .before(at("2026-12-01T00:00Z"))),
      ("sessions", .integer(3), .contains("3")), ("sessions", .integer(3), .equals(.number(3))),
      ("sessions", .integer(3), .startsWith("3")), ("sessions", .integer(3), .endsWith("3")),
      ("beta", .boolean(true), .atLeast(.boolean(true))),
      ("tags", .list(["a"]), .startsWith("a")), ("tags", .list(["a"]), .oneOf([.integer(1)])),
      ("tags", .list(["a"]), .atLeast(.string("a"))),
      ("nowhere", .text("a"), .equals(.string("a"))), ("nowhere", .text("a"), .exists(true)),
    ] as [(String, RawAttribute, AttributeTest.Operator)])
  func misfits(attribute: String, sent: RawAttribute, written: AttributeTest.Operator) {
    #expect(truth(test(attribute, written), [attribute: sent]) == .unknown)
  }

  @Test("Texts compare by code units, not by what Unicode calls equivalent")
  func codeUnits() {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    for written in [
      AttributeTest.Operator.equals(.string(composed)), .oneOf([.string(composed)]),
      .contains(composed), .startsWith(composed), .endsWith(composed),
    ] {
      #expect(truth(test("planInterest", written), ["planInterest": .text(composed)]) == .true)
      #expect(truth(test("planInterest", written), ["planInterest": .text(decomposed)]) == .false)
    }
    let both = AttributeTest.Operator.oneOf([.string(composed), .string(decomposed)])
    #expect(truth(test("planInterest", both), ["planInterest": .text(decomposed)]) == .true)
    let list = test("tags", .contains(composed))
    #expect(truth(list, ["tags": .list([decomposed])]) == .false)
    // The first part of a combined character is a code unit of its own.
    #expect(
      truth(test("planInterest", .contains("e")), ["planInterest": .text(decomposed)]) == .true)
  }

  @Test("All operators of one test must hold")
  func several() {
    let between = test("sessions", .atLeast(.integer(2)), .lessThan(.integer(5)))
    #expect(truth(between, ["sessions": .integer(1)]) == .false)
    #expect(truth(between, ["sessions": .integer(2)]) == .true)
    #expect(truth(between, ["sessions": .integer(5)]) == .false)
    #expect(truth(between) == .unknown)
    #expect(truth(.test(AttributeTest("sessions", []))) == .true)
  }

  @Test("Audiences name each other; everyone is built in")
  func names() {
    let audiences = ["beta": condition(.true), "a": .audience("beta"), "b": .not(.audience("a"))]
    let beta: [String: RawAttribute] = ["beta": .boolean(true)]
    #expect(truth(.audience("a"), beta, audiences: audiences) == .true)
    #expect(truth(.audience("b"), beta, audiences: audiences) == .false)
    #expect(truth(.audience("b"), audiences: audiences) == .unknown)
    #expect(truth(.audience("everyone")) == .true)
    #expect(
      truth(.all([.audience("everyone"), .audience("a")]), beta, audiences: audiences) == .true)
    #expect(truth(.audience("nobodyWroteThis")) == .unknown)
  }

  @Test("Audiences in a circle are unknown, and end")
  func circles() {
    let circle: [String: Condition] = [
      "a": .audience("b"), "b": .all([.audience("c"), condition(.true)]), "c": .audience("a"),
      "self": .not(.audience("self")),
    ]
    let beta: [String: RawAttribute] = ["beta": .boolean(true)]
    for name in circle.keys {
      #expect(truth(.audience(name), beta, audiences: circle) == .unknown)
    }
  }

  @Test("Facts of a subscription, of the best group and of a named one")
  func facts() {
    let facts = SubscriberFacts(groups: [
      "pro": GroupFacts(
        state: .expired, product: "pro_yearly", offer: "loyalty_20", autoRenew: false,
        ever: true, everIntroductory: true, refunded: true, lapsedDays: 40, paidDays: 365,
        seats: 12, commitment: true)
    ])
    let known = SubscriberKnowledge.known(facts)
    for prefix in ["subscription.", "subscription.pro."] {
      for (name, value) in [
        ("state", .string("expired")), ("product", .string("pro_yearly")),
        ("offer", .string("loyalty_20")), ("autoRenew", .boolean(false)),
        ("inTrial", .boolean(false)), ("ever", .boolean(true)),
        ("everIntroductory", .boolean(true)), ("refunded", .boolean(true)),
        ("familyShared", .boolean(false)), ("lapsedDays", .integer(40)),
        ("paidDays", .integer(365)), ("seats", .integer(12)), ("commitment", .boolean(true)),
      ] as [(String, AttributeValue)] {
        #expect(truth(test(prefix + name, .equals(value)), subscriber: known) == .true)
        #expect(truth(test(prefix + name, .equals(value))) == .unknown)
        #expect(truth(test(prefix + name, .equals(value)), subscriber: .unavailable) == .unknown)
      }
    }
    let group = test("subscription.group", .equals(.string("pro")))
    #expect(truth(group, subscriber: known) == .true)
    #expect(truth(group, subscriber: .known(.newcomer)) == .unknown)
  }

  @Test("A verified customer without purchases is a newcomer; who is not verified is unknown")
  func newcomers() {
    let isNew = Condition.all([
      test("subscription.state", .equals(.string("none"))),
      test("subscription.ever", .equals(.boolean(false))),
      test("subscription.pro.ever", .equals(.boolean(false))),
      test("subscription.paidDays", .equals(.integer(0))),
      test("subscription.lapsedDays", .exists(false)),
      test("subscription.seats", .exists(false)),
      test("subscription.commitment", .equals(.boolean(false))),
    ])
    #expect(truth(isNew, subscriber: .known(.newcomer)) == .true)
    let known = test("subscription.known", .equals(.boolean(true)))
    #expect(truth(known, subscriber: .known(.newcomer)) == .true)
    for subscriber in [SubscriberKnowledge.unidentified, .unavailable] {
      #expect(truth(isNew, subscriber: subscriber) == .unknown)
      #expect(truth(known, subscriber: subscriber) == .false)
    }
  }
}
