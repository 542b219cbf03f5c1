import PaywallCatalog
import Subscribers
import Testing

/// How often an offer is granted.
struct LimitTests {
  private func offer(
    _ limit: OfferLimit?, kind: OfferKind = .promotional, id: String = "less"
  ) -> Offer {
    Offer(key: "loyalty", id: id, kind: kind, products: ["monthly", "yearly"], limit: limit)
  }

  private func grant(
    _ id: Int64 = 1, at granted: Double, on product: String = "monthly",
    redeemed: Double? = nil, kind: OfferKind = .promotional
  ) -> Grant {
    Grant(
      id: id, environment: .production, offer: "loyalty", offerId: "less", product: product,
      kind: kind, grantedAt: day(granted), release: "r",
      redemption: redeemed.map {
        Grant.Redemption(transactionId: "1", purchaseDate: day($0))
      })
  }

  @Test("Without a limit nothing refuses")
  func none() {
    let facts = SubscriberFacts(redemptions: ["less": [day(0), day(1)]])
    #expect(facts.customerRefusal(of: offer(nil), on: "monthly", at: day(2)) == nil)
    #expect(
      facts.customerRefusal(of: offer(OfferLimit(perDay: 1)), on: "monthly", at: day(2)) == nil)
  }

  @Test(
    "Redemptions count for `every`, and exactly `every` later no more",
    arguments: [(0, true), (179.999, true), (180, false), (181, false)])
  func every(now: Double, isRefused: Bool) {
    let facts = SubscriberFacts(redemptions: ["less": [day(0)]])
    let limit = OfferLimit(perCustomer: 1, every: Period(days: 180))
    #expect(
      facts.customerRefusal(of: offer(limit), on: "monthly", at: day(now))
        == (isRefused ? .customerLimitReached : nil))
    let forEver = facts.customerRefusal(
      of: offer(OfferLimit(perCustomer: 1)), on: "monthly", at: day(now))
    #expect(forEver == .customerLimitReached)
  }

  @Test("A month back from the end of a longer month is the end of the shorter")
  func calendar() {
    // 2026-03-31 less a month is 2026-02-28 (day 58); what was bought at that moment is past.
    let limit = OfferLimit(perCustomer: 1, every: Period(months: 1))
    func refusal(bought: Double) -> LimitRefusal? {
      SubscriberFacts(redemptions: ["less": [day(bought)]])
        .customerRefusal(of: offer(limit), on: "monthly", at: day(89))
    }
    #expect(refusal(bought: 58) == nil)
    #expect(refusal(bought: 58.001) == .customerLimitReached)
  }

  @Test(
    "A grant for another product holds its place for 24 hours, and not a moment longer",
    arguments: [(0.0, true), (0.99999, true), (1.0, false)])
  func lapse(now: Double, isRefused: Bool) {
    let facts = SubscriberFacts(grants: [grant(at: 0, on: "yearly")])
    #expect(
      facts.customerRefusal(
        of: offer(OfferLimit(perCustomer: 1)), on: "monthly", at: day(now))
        == (isRefused ? .customerLimitReached : nil))
  }

  @Test("A grant for the same product is taken up again")
  func retry() {
    let facts = SubscriberFacts(grants: [grant(at: 0)])
    #expect(
      facts.customerRefusal(of: offer(OfferLimit(perCustomer: 1)), on: "monthly", at: day(0.5))
        == nil)
  }

  @Test("Redemptions and a grant count together; one that was redeemed counts once")
  func together() {
    let limit = OfferLimit(perCustomer: 2)
    var facts = SubscriberFacts(
      redemptions: ["less": [day(0)]], grants: [grant(at: 0, on: "yearly", redeemed: 0)])
    #expect(facts.customerRefusal(of: offer(limit), on: "monthly", at: day(0.5)) == nil)
    facts.grants.append(grant(2, at: 0.1, on: "yearly"))
    #expect(
      facts.customerRefusal(of: offer(limit), on: "monthly", at: day(0.5))
        == .customerLimitReached)
  }

  @Test("Of an introductory offer that is given again the redeemed grants count, and marks")
  func again() {
    let limit = OfferLimit(perCustomer: 2, every: Period(days: 100))
    var facts = SubscriberFacts(
      redemptions: ["less": [day(0), day(20)]],
      grants: [grant(at: 0, redeemed: 0, kind: .introductory)])
    let again = offer(limit, kind: .introductory)
    #expect(facts.countedRedemptions(of: again, at: day(50)) == [day(0), day(20)])
    #expect(facts.customerRefusal(of: again, on: "monthly", at: day(50)) == .customerLimitReached)
    #expect(facts.countedRedemptions(of: again, at: day(100)) == [day(20)])
    facts.redemptions = [:]
    #expect(facts.customerRefusal(of: again, on: "monthly", at: day(50)) == nil)
  }

  @Test("Facts hold the grants that are outstanding or redeemed")
  func grants() {
    let history = CustomerHistory(
      environment: .production,
      grants: [grant(1, at: 0), grant(2, at: 1), grant(3, at: 0, redeemed: 0.5)])
    #expect(history.facts(at: day(1), in: shop).grants.map(\.id) == [2, 3])
  }
}
