import CatalogFiles
import Foundation
import PaywallCatalog
import PaywallDecisions
import Planning
import Testing

/// The example configuration of this package.
enum ExampleFolder {
  static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static func load() throws -> (snapshot: Snapshot, files: ConfigurationFiles) {
    let files = ConfigurationFiles.read(path).0
    let (snapshot, report) = Loader.load(files)
    return (try #require(snapshot, "\(report.text())"), files)
  }

  /// The example with other personas.
  static func load(personas: [String: String]) throws -> CompiledSnapshot {
    var files = try load().files
    for path in files.files.keys where path.hasPrefix("Paywalls/personas/") {
      files.files[path] = nil
    }
    for (id, text) in personas { files.files["Paywalls/personas/\(id).yaml"] = Array(text.utf8) }
    let (snapshot, report) = Loader.load(files)
    return CompiledSnapshot(try #require(snapshot, "\(report.text())"))
  }
}

struct PersonaTests {
  static let now = moment("2026-12-10T12:00Z")

  @Test("The personas of the example see what they expect, whenever it is checked")
  func example() throws {
    let compiled = CompiledSnapshot(try ExampleFolder.load().snapshot)
    #expect(
      compiled.snapshot.personas.keys.sorted()
        == ["left-in-october", "team-in-mumbai", "trial-in-london"])
    for now in ["2026-11-21T00:00Z", "2030-01-01T00:00Z"] {
      #expect(compiled.personaFailures(at: moment(now)) == [])
    }
  }

  @Test("A persona is read with its types")
  func reading() throws {
    let compiled = try ExampleFolder.load(personas: [
      "anna": """
      title: Anna
      attributes: { userId: 12, country: GBR, appVersion: 3.10, sessions: 4, firstSeen: 2026-12-01T09:00+01:00 }
      subscription: { team.state: expired, lapsedDays: 3, team.autoRenew: false }
      at: 2026-12-10T08:00Z
      expect: { settings: nothing, onboarding: { reason: rule } }
      """
    ])
    let anna = try #require(compiled.snapshot.personas["anna"])
    #expect(
      anna.attributes == [
        "userId": .text("12"), "country": .text("GB"), "appVersion": .text("3.10"),
        "sessions": .integer(4), "firstSeen": .text("2026-12-01T08:00:00Z"),
      ])
    #expect(
      anna.subscription == [
        "team.state": .text("expired"), "lapsedDays": .integer(3),
        "team.autoRenew": .boolean(false),
      ])
    #expect(anna.at == moment("2026-12-10T08:00Z"))
    #expect(
      anna.expect == ["settings": .init(show: .nothing), "onboarding": .init(reason: "rule")])
  }

  @Test("What does not hold is said with what is so and the line that shows why")
  func failures() throws {
    let compiled = try ExampleFolder.load(personas: [
      "anna": """
      attributes: { userId: user-7, country: GB }
      expect:
        onboarding: { show: standard, reason: experiment, experiment: annual-trial, variant: control }
        settings: nothing
        export: { reason: winner }
      """,
      "bo": "attributes: { country: GB }\nat: 2026-12-10T12:00Z\nexpect: { onboarding: lite }\n",
    ])
    let failures = compiled.personaFailures(at: Self.now)
    #expect(failures.map(\.persona) == ["anna", "anna", "bo"])
    #expect(
      failures.map(\.keys) == [
        ["expect", "export"], ["expect", "onboarding"], ["expect", "onboarding"],
      ])
    #expect(
      failures.map(\.message) == [
        "export shows standard by default, expected anything by winner",
        "onboarding shows standard-trial by experiment (annual-trial trial), expected standard by "
          + "experiment (annual-trial control)",
        "onboarding shows standard by default, not enrolled: noUnit, expected lite",
      ])
    #expect(
      failures.map(\.command) == [
        "paywall explain --as anna --placement export --at 2026-12-10T12:00:00Z",
        "paywall explain --as anna --placement onboarding --at 2026-12-10T12:00:00Z",
        "paywall explain --as bo --placement onboarding",
      ])
    #expect(failures[2].file == "Paywalls/personas/bo.yaml")
  }

  @Test("Without 'subscription' nothing is known; a known persona without facts is a newcomer")
  func knowledge() throws {
    let compiled = try ExampleFolder.load(personas: [
      "a": "expect: { settings: nothing }",
      "b": "subscription: { known: false }\nexpect: { settings: nothing }",
      "c": "subscription: { known: true }\nexpect: { settings: nothing }",
    ])
    func subscriber(_ id: String) -> SubscriberKnowledge? {
      compiled.snapshot.personas[id]?.visit(in: compiled.snapshot, at: Self.now).subscriber
    }
    #expect(subscriber("a") == .unidentified)
    #expect(subscriber("b") == .unidentified)
    #expect(subscriber("c") == .known(SubscriberFacts(isComplete: true)))
  }

  @Test("Facts that cannot both be fail, without a command")
  func contradictions() throws {
    let compiled = try ExampleFolder.load(personas: [
      "a": """
      subscription: { state: subscribed, ever: false, lapsedDays: 4 }
      expect: { settings: nothing }
      """
    ])
    let failures = compiled.personaFailures(at: Self.now)
    #expect(
      failures.map(\.keys) == [["subscription", "ever"], ["subscription", "lapsedDays"]])
    #expect(failures.map(\.command) == [nil, nil])
    #expect(
      failures[0].message == "'ever' cannot be: the other facts are of a customer who subscribed")
  }
}

struct PersonaFactTests {
  let snapshot: Snapshot

  init() throws { snapshot = try ExampleFolder.load().snapshot }

  func stated(_ facts: [(String, String)]) -> (SubscriberKnowledge, [String]) {
    let (knowledge, problems) = StatedFacts.knowledge(
      facts.map { (name: $0.0, value: .text($0.1)) }, in: snapshot)
    return (knowledge, problems.map(\.text))
  }

  @Test("A fact without a group is of the first group, or of the one that is named")
  func groups() {
    let expired = GroupFacts(state: .expired, ever: true, lapsedDays: 40)
    #expect(
      stated([("state", "expired"), ("subscription.lapsedDays", "40")]).0
        == .known(SubscriberFacts(groups: ["pro": expired], isComplete: true)))
    #expect(
      stated([("group", "team"), ("state", "expired"), ("lapsedDays", "40")]).0
        == .known(SubscriberFacts(groups: ["team": expired], isComplete: true)))
    let both = stated([
      ("team.state", "subscribed"), ("pro.state", "expired"), ("lapsedDays", "40"),
    ])
    #expect(both.1 == [])
    #expect(
      both.0
        == .known(
          SubscriberFacts(
            groups: ["pro": expired, "team": GroupFacts(state: .subscribed, ever: true, seats: 1)],
            isComplete: true)))
  }

  @Test("Every fact can be stated")
  func every() {
    let (knowledge, problems) = stated([
      ("state", "inGracePeriod"), ("product", "pro_monthly"), ("offer", "loyalty_20"),
      ("autoRenew", "false"), ("inTrial", "true"), ("everIntroductory", "true"),
      ("refunded", "true"), ("familyShared", "true"), ("paidDays", "61"), ("seats", "12"),
      ("commitment", "true"),
    ])
    #expect(problems == [])
    let facts = GroupFacts(
      state: .inGracePeriod, product: "pro_monthly", offer: "loyalty_20", autoRenew: false,
      inTrial: true, ever: true, everIntroductory: true, refunded: true, familyShared: true,
      paidDays: 61, seats: 12, commitment: true)
    #expect(knowledge == .known(SubscriberFacts(groups: ["pro": facts], isComplete: true)))
  }

  @Test("Nothing stated is nobody known")
  func nothing() {
    #expect(stated([]).0 == .unidentified)
    #expect(stated([("known", "false")]).0 == .unidentified)
    #expect(stated([("known", "true")]).0 == .known(SubscriberFacts(isComplete: true)))
  }

  @Test(
    "A wrong fact is named, with what to write instead",
    arguments: [
      ([("stat", "expired")], "there is no fact 'stat' of a subscription; use state, product, "),
      ([("tem.state", "expired")], "there is no fact 'tem.state' of a subscription; use state, "),
      (
        [("state", "lapsed")],
        "'state' is one of subscribed, inGracePeriod, inBillingRetryPeriod, expired, revoked, none"
      ),
      ([("pro.lapsedDays", "many")], "'pro.lapsedDays' takes a value of type integer, such as "),
      ([("lapsedDays", "-3")], "'lapsedDays' takes a value of type integer, such as lapsedDays=40"),
      ([("autoRenew", "no")], "'autoRenew' takes a value of type boolean, such as autoRenew=true"),
      ([("known", "maybe")], "'known' takes a value of type boolean, such as known=true"),
      ([("group", "solo")], "there is no subscription group 'solo'; products.yaml has pro, team"),
      ([("state", "expired"), ("state", "none")], "'state' is stated twice; leave one out"),
      (
        [("state", "expired"), ("pro.state", "none")], "'pro.state' is stated twice; leave one out"
      ),
      (
        [("known", "false"), ("state", "none")],
        "'state' cannot be: with known=false nothing is known"
      ),
      (
        [("lapsedDays", "3"), ("state", "subscribed")],
        "'lapsedDays' cannot be: nothing has lapsed in the state subscribed"
      ),
    ] as [([(String, String)], String)])
  func problems(facts: [(String, String)], text: String) {
    let problems = stated(facts).1
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(text) == true, "\(problems)")
  }

  @Test("Without groups a fact is of nothing")
  func noGroups() {
    let problems = StatedFacts.knowledge(
      [(name: "state", value: .text("expired"))], in: Simulated.snapshot([])
    ).problems
    #expect(problems == [.noGroups("state")])
  }
}
