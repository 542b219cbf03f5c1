@testable import PaywallCatalog
@testable import Subscribers
import Testing

/// Redemptions of offers, by run (AppleFacts.md § 5.2).
struct RedemptionTests {
  private func redemptions(_ history: CustomerHistory) -> [String: [Timestamp]] {
    history.facts(at: day(500), in: shop).redemptions
  }

  @Test("The periods of a pay-as-you-go offer are one redemption")
  func oneRun() {
    let history = CustomerHistory.of(
      .bought("1", offer: .promotional("less")),
      .bought("2", from: 30, until: 60, reason: .renewal, offer: .promotional("less")),
      .bought("3", from: 60, until: 90, reason: .renewal, offer: .promotional("less")),
      .bought("4", from: 90, until: 120, reason: .renewal))
    #expect(redemptions(history) == ["less": [day(0)]])
    #expect(history.offerRuns.map(\.end) == [day(90)])
  }

  @Test("A purchase, another offer, a period without, or another product begins a run")
  func runs() {
    let history = CustomerHistory.of(
      .bought("1", offer: .promotional("a")),
      .bought("2", from: 30, until: 60, offer: .promotional("a")),
      .bought("3", from: 60, until: 90, reason: .renewal, offer: .promotional("b")),
      .bought("4", from: 90, until: 120, reason: .renewal),
      .bought("5", from: 120, until: 150, reason: .renewal, offer: .promotional("b")),
      .bought("6", "basic", from: 150, until: 180, reason: .renewal, offer: .promotional("b")))
    #expect(
      redemptions(history) == ["a": [day(0), day(30)], "b": [day(60), day(120), day(150)]])
  }

  @Test("A refund frees nothing, and a family member redeems nothing")
  func refundsAndFamily() {
    let history = CustomerHistory.of(
      .bought("1", offer: .promotional("a"), revoked: 1, revocation: .refundFull),
      .bought("2", of: "2", ownership: .familyShared, offer: .promotional("a")))
    #expect(redemptions(history) == ["a": [day(0)]])
  }

  @Test("A family member's period is no beginning of an own run")
  func ownAfterShared() {
    let history = CustomerHistory.of(
      .bought("1", of: "1", offer: .promotional("a")),
      .bought("2", of: "2", from: 5, until: 35, ownership: .familyShared, offer: .promotional("a")),
      .bought("3", of: "2", from: 35, until: 65, reason: .renewal, offer: .promotional("a")))
    #expect(redemptions(history) == ["a": [day(0), day(35)]])
  }

  @Test("Runs of each subscription are their own; other kinds of offers are runs, no redemptions")
  func kinds() {
    let code = OfferName(kind: OpenEnum(.offerCode), id: "SPRING")
    let history = CustomerHistory.of(
      .bought("1", of: "1", offer: .promotional("a")),
      .bought("2", of: "2", from: 1, until: 31, reason: .renewal, offer: .promotional("a")),
      .bought(
        "3", of: "3", "lifetime", from: 2, until: nil, type: .nonConsumable, group: nil,
        offer: code),
      .bought("4", of: "4", from: 3, offer: OfferName(kind: OpenEnum(raw: 9), id: "later")))
    #expect(redemptions(history) == ["a": [day(0), day(1)]])
    #expect(history.offerRuns.map(\.offer.id) == ["a", "a", "SPRING", "later"])
  }

  @Test("A run is counted as bought when its first known period was")
  func firstMissing() {
    var history = CustomerHistory.of(
      .bought("2", from: 30, until: 60, reason: .renewal, offer: .promotional("a")))
    #expect(redemptions(history) == ["a": [day(30)]])
    #expect(history.offerRuns.first?.isCutOff == true)
    history.add(.bought("1", offer: .promotional("a")))
    #expect(redemptions(history) == ["a": [day(0)]])
  }
}
