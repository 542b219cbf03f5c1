@testable import PaywallCatalog
@testable import Subscribers
import Testing

/// Expected events: renewal, changes, offers.
struct RenewalTests {
  @Test("What renews next is told, with its price and offer")
  func next() throws {
    let told = RenewalFact.told(
      signed: 5, next: "basic", at: 30, price: 4990, offer: .promotional("less"))
    let renewal = try #require(
      CustomerHistory.of(.bought(), told: [told]).subscription(at: 10)?.renewal)
    #expect(
      renewal
        == NextRenewal(
          autoRenews: true, product: "basic", changesProduct: true, date: day(30), price: 4990,
          currency: "EUR", offer: .promotional("less"), agreedToPriceIncrease: nil))
    #expect(renewal.isChange)
  }

  @Test("The same product at the same price is no change")
  func noChange() throws {
    let history = CustomerHistory.of(.bought(), told: [.told(signed: 5, at: 30)])
    #expect(history.subscription(at: 10)?.renewal?.isChange == false)
  }

  @Test("Renewal switched off is a change")
  func switchedOff() throws {
    let history = CustomerHistory.of(.bought(), told: [.told(signed: 5, autoRenews: false)])
    let renewal = try #require(history.subscription(at: 10)?.renewal)
    #expect(renewal.isChange && !renewal.changesProduct)
    #expect(renewal.date == day(30))
    #expect(history.pro(at: 10).autoRenew == false)
  }

  @Test(
    "A price increase is asked for, or agreed to", arguments: [(0, false), (1, true)])
  func priceIncrease(status: Int, agreed: Bool) throws {
    let history = CustomerHistory.of(.bought(), told: [.told(signed: 5, priceIncrease: status)])
    #expect(history.subscription(at: 10)?.renewal?.agreedToPriceIncrease == agreed)
    #expect(history.subscription(at: 10)?.renewal?.isChange == true)
  }

  @Test("Renewal info that was signed at the moment of the purchase is about it")
  func signedAtPurchase() {
    let history = CustomerHistory.of(.bought(), told: [.told(signed: 0)])
    #expect(history.pro(at: 10).autoRenew == true)
  }

  @Test("Nothing is pending about what has ended")
  func ended() {
    let history = CustomerHistory.of(.bought(), told: [.told(signed: 5, next: "basic")])
    #expect(history.subscription(at: 31)?.renewal == nil)
    #expect(history.pro(at: 31).autoRenew == true)
  }

  @Test("A trial is a free introductory period while it runs")
  func trial() {
    let history = CustomerHistory.of(.trial())
    #expect(history.pro(at: 6).inTrial)
    #expect(!history.pro(at: 7).inTrial)
    let paid = CustomerHistory.of(
      .bought(price: 990, offer: .introductory, discount: .payAsYouGo))
    #expect(!paid.pro(at: 6).inTrial && paid.pro(at: 6).everIntroductory)
    let free = CustomerHistory.of(
      .bought(price: 0, offer: .promotional("free"), discount: .freeTrial))
    #expect(!free.pro(at: 6).inTrial && !free.pro(at: 6).everIntroductory)
  }

  @Test("The offer is that of the current period, while it runs")
  func offer() {
    let history = CustomerHistory.of(.bought(offer: .promotional("less")))
    #expect(history.pro(at: 10).offer == "less")
    #expect(history.pro(at: 30).offer == nil)
  }

  @Test("Apple's win-back list is that of the newest purchased subscription, even if it is empty")
  func winBack() {
    let history = CustomerHistory.of(
      .bought("1", of: "1", until: 30), .bought("2", of: "2", from: 40, until: 50),
      .bought("3", of: "3", from: 60, until: 90, ownership: .familyShared),
      told: [
        .told(of: "1", signed: 31, winBack: ["old"]), .told(of: "2", signed: 51, winBack: []),
        .told(of: "3", signed: 91, winBack: ["shared"]),
      ])
    #expect(
      history.pro(at: 95).winBack
        == GroupFacts.WinBackList(offerIds: [], signedDate: day(51)))
    #expect(history.pro(at: 95).familyShared)
  }

  @Test("When a win-back offer ended is told for each, by its last period")
  func winBackEnds() {
    let history = CustomerHistory.of(
      .bought("1", offer: .winBack("a")),
      .bought("2", from: 30, until: 60, reason: .renewal, offer: .winBack("a")),
      .bought("3", from: 100, until: 130, offer: .winBack("b")),
      .bought(
        "4", from: 200, until: 230, offer: .winBack("b"), revoked: 210,
        revocation: .refundFull))
    #expect(history.pro(at: 300).winBackEnds == ["a": day(60), "b": day(210)])
  }
}
