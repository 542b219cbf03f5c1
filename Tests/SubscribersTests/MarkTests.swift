import Catalog
import Subscribers
import Testing

/// What an erased history leaves.
struct MarkTests {
  private func grant(at granted: Double, redeemed: Double? = nil, kind: OfferKind) -> Grant {
    Grant(
      id: Int64(granted), environment: .production, offer: "again", offerId: "again",
      product: "monthly", kind: kind, grantedAt: day(granted), release: "r",
      redemption: redeemed.map { Grant.Redemption(transactionId: "1", purchaseDate: day($0)) })
  }

  @Test("Use of introductory offers, redemptions and that there was a subscription stay")
  func kept() {
    var history = CustomerHistory.of(
      .trial(), .bought("2", from: 7, until: 37, offer: .promotional("less")),
      .bought("3", from: 37, until: 67, reason: .renewal, offer: .promotional("less")),
      .bought("4", of: "4", "coins", until: nil, type: .consumable, group: nil))
    history.grants = [
      grant(at: 0, redeemed: 0, kind: .introductory), grant(at: 50, kind: .introductory),
      grant(at: 100, kind: .promotional),
    ]
    let kept = history.marksToKeep(at: day(100.5))
    #expect(
      kept == [
        .everSubscribed, .introductory(groupId: "21500001"),
        .redemption(offerId: "again", at: day(0)), .redemption(offerId: "again", at: day(100)),
        .redemption(offerId: "less", at: day(7)),
      ])
    let erased = CustomerHistory(environment: .production, marks: kept)
    #expect(erased.marksToKeep(at: day(200)) == kept)
  }

  @Test("Nobody leaves nothing; nor does who bought only coins, or shared a trial")
  func nothing() {
    let coins = CustomerHistory.of(
      .bought("4", of: "4", "coins", until: nil, type: .consumable, group: nil))
    #expect(coins.marksToKeep(at: day(1)).isEmpty)
    let shared = CustomerHistory.of(
      .bought(ownership: .familyShared, price: 0, offer: .introductory))
    #expect(shared.marksToKeep(at: day(1)) == [.everSubscribed])
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
    back.marks = full.marksToKeep(at: day(131))
    #expect(back.facts(at: day(131), in: shop).redemptions == ["less": [day(0), day(100)]])
    var rest = CustomerHistory.of(full.transactions[1], full.transactions[2])
    rest.marks = back.marks
    #expect(rest.facts(at: day(131), in: shop).redemptions == ["less": [day(0), day(100)]])
  }

  @Test("A signature that was out when the history was erased counts once")
  func outstanding() {
    var history = CustomerHistory.of(
      .bought(from: 0.5, until: 30, offer: .promotional("less")))
    history.marks = [.redemption(offerId: "less", at: day(0))]
    #expect(history.facts(at: day(1), in: shop).redemptions == ["less": [day(0.5)]])
    history.marks = [.redemption(offerId: "less", at: day(-1))]
    #expect(history.facts(at: day(1), in: shop).redemptions == ["less": [day(-1), day(0.5)]])
  }
}
