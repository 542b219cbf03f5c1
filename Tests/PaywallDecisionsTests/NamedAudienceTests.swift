import PaywallCatalog
import PaywallDecisions
import Serving
import Testing

/// The customers whose events a receiver with an audience gets.
struct NamedAudienceTests {
  @Test(
    "A customer is in the audiences that the facts fulfil, and outside if they leave it open",
    arguments: [
      ("subscribed", true), ("both", true), ("lapsed", false), ("britishIsles", false),
      (Condition.everyone, true), ("gone", false),
    ])
  func named(audience: String, isIn: Bool) {
    let compiled = CompiledSnapshot {
      let conditions: [String: Condition] = [
        "subscribed": state("subscribed"), "lapsed": state("expired"),
        "both": .all([.audience("subscribed"), .not(.audience("lapsed"))]),
      ]
      for (name, condition) in conditions {
        $0.audiences[name] = Audience(name: name, condition: condition)
      }
    }
    let facts = SubscriberFacts(groups: ["pro": GroupFacts(state: .subscribed, ever: true)])
    #expect(compiled.has(facts, in: audience, at: noon) == isIn)
  }

  private func state(_ state: String) -> Condition {
    .test(AttributeTest("subscription.state", [.equals(.string(state))]))
  }
}
