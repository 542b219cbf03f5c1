import PaywallCatalog
import Subscribers
import Testing

/// The marks that an erased history leaves.
struct MarkTests {
  @Test("Use of introductory offers, redemptions and that there was a subscription stay")
  func kept() {
    let history = CustomerHistory.of(
      .trial(), .bought("2", from: 7, until: 37, offer: .promotional("less")),
      .bought("3", from: 37, until: 67, reason: .renewal, offer: .promotional("less")),
      .bought("4", of: "4", "coins", until: nil, type: .consumable, group: nil))
    let kept: [HistoryMark] = [
      .everSubscribed, .introductory(groupId: "21500001"),
      .redemption(offerId: "less", at: day(7)),
    ]
    #expect(history.marksToKeep == kept)
    #expect(CustomerHistory(environment: .production, marks: kept).marksToKeep == kept)
  }

  @Test("Nobody leaves nothing; nor does who bought only coins, or shared a trial")
  func nothing() {
    let coins = CustomerHistory.of(
      .bought("4", of: "4", "coins", until: nil, type: .consumable, group: nil))
    #expect(coins.marksToKeep.isEmpty)
    let shared = CustomerHistory.of(
      .bought(ownership: .familyShared, price: 0, offer: .introductory))
    #expect(shared.marksToKeep == [.everSubscribed])
  }

  @Test("Marks alone prove what they say, and nothing more")
  func facts() {
    let erased = CustomerHistory(
      environment: .production,
      marks: [
        .everSubscribed, .introductory(groupId: "21500001"), .introductory(groupId: "elsewhere"),
        .redemption(offerId: "less", at: day(7)),
      ])
    let facts = erased.facts(at: day(100), in: shop)
    #expect(facts.everSubscribed)
    #expect(facts.redemptions == ["less": [day(7)]])
    #expect(facts.groups == ["pro": GroupFacts(ever: true, everIntroductory: true)])
    #expect(facts.newestFact == nil && !facts.isComplete)
  }

  @Test("If the purchases come back, each redemption counts once")
  func comeBack() {
    let full = CustomerHistory.of(
      .bought("1", offer: .promotional("less")),
      .bought("2", from: 30, until: 60, reason: .renewal, offer: .promotional("less")),
      .bought("3", from: 100, until: 130, offer: .promotional("less")))
    var back = full
    back.marks = full.marksToKeep
    #expect(back.facts(at: day(131), in: shop).redemptions == ["less": [day(0), day(100)]])
    var rest = CustomerHistory.of(full.transactions[1], full.transactions[2])
    rest.marks = back.marks
    #expect(rest.facts(at: day(131), in: shop).redemptions == ["less": [day(0), day(100)]])
  }
}
