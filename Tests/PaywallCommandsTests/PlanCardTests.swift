import ExperimentResults
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding
import Testing

@testable import CommandSupport
@testable import PaywallCommands
@testable import Planning

/// Members of a plan and of a simulation that differ between answers.
@Suite struct PlanCardTests {
  @Test func `each effect says what it is about`() {
    let kinds: [(Impact.Kind, String)] = [
      (
        .paywall(from: .paywall("lite"), to: .paywall("standard")),
        #""effect":"otherPaywall","from":"lite","to":"standard""#
      ),
      (.order(paywall: "lite"), #""effect":"otherOrder","paywall":"lite""#),
      (.products(paywall: "lite"), #""effect":"otherProducts","paywall":"lite""#),
      (.content(paywall: "lite"), #""effect":"otherContent","paywall":"lite""#),
      (
        .enters(experiment: "trial", variant: "a"),
        #""effect":"enter","experiment":"trial","variant":"a""#
      ),
      (
        .leaves(experiment: "trial", variant: "a"),
        #""effect":"leave","experiment":"trial","variant":"a""#
      ),
      (
        .switches(experiment: "trial", from: "a", to: "b"),
        #""effect":"switch","experiment":"trial","from":"a","to":"b""#
      ),
      (.gainsOffer("loyalty"), #""effect":"gainOffer","offer":"loyalty""#),
      (.losesOffer("loyalty"), #""effect":"loseOffer","offer":"loyalty""#),
      (.offerTerms("loyalty"), #""effect":"otherTerms","offer":"loyalty""#),
    ]
    for (kind, members) in kinds {
      let effect = Impact.Effect(kind: kind, visitors: 2, examples: [])
      let text = json(effect)
      let sorted = members.split(separator: ",").map(String.init)
      for member in sorted { #expect(text.contains(member), "\(text)") }
      #expect(text.contains(#""visitors":2"#) && text.contains(#""examples":[]"#))
      #expect(text.split(separator: ",").count == sorted.count + 2)
    }
  }

  @Test func `an estimate is a number, or why there is none`() {
    #expect(json(Estimate.known(0.5)) == "0.5")
    #expect(json(Estimate.unknown(.noLift)) == #"{"unknown":"noLift"}"#)
  }

  private func json(_ value: some ContentConvertible) -> String {
    String(decoding: JSONText { $0.content(value.content) }.bytes, as: UTF8.self)
  }
}
