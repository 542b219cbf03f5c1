import PaywallCatalog
import Subscribers
import Testing

/// Which purchase redeems which grant.
struct SettlementTests {
  private func grant(
    _ id: Int64, at granted: Double, on product: String = "monthly", offer: String = "less",
    kind: OfferKind = .promotional
  ) -> Grant {
    Grant(
      id: id, environment: .production, offer: offer, offerId: offer, product: product,
      kind: kind, grantedAt: day(granted), release: "r")
  }

  private func history(_ grants: [Grant], _ bought: TransactionFact...) -> CustomerHistory {
    CustomerHistory(environment: .production, transactions: bought, grants: grants)
  }

  private func less(
    _ id: String = "1", _ product: String = "monthly", from start: Double = 0.1,
    reason: TransactionReason = .purchase
  ) -> TransactionFact {
    .bought(
      id, of: "1", product, from: start, until: start + 30, reason: reason,
      offer: .promotional("less"))
  }

  @Test("A purchase redeems the newest grant of its offer and product before it")
  func newest() {
    let grants = [
      grant(1, at: 0), grant(2, at: 0.05), grant(3, at: 0.2), grant(4, at: 0.06, on: "yearly"),
      grant(5, at: 0.07, offer: "other"),
    ]
    let settled = history(grants, less()).settlements(receivedAt: day(0.3))
    #expect(settled.map(\.grant.id) == [2])
    #expect(
      settled.first?.grant.redemption
        == Grant.Redemption(transactionId: "1", purchaseDate: day(0.1)))
    #expect(settled.first?.isLate == false)
  }

  @Test("Without one for the product it redeems one of the offer")
  func otherProduct() {
    let settled = history([grant(1, at: 0, on: "yearly")], less())
      .settlements(receivedAt: day(0.3))
    #expect(settled.map(\.grant.id) == [1])
  }

  @Test(
    "Clocks may differ by five minutes",
    arguments: [(5.0, true), (5.01, false)])
  func clocks(minutes: Double, isRedeemed: Bool) {
    let settled = history([grant(1, at: 0.1 + minutes / 1440)], less())
      .settlements(receivedAt: day(0.3))
    #expect(settled.isEmpty != isRedeemed)
  }

  @Test(
    "It is late if it arrives when the grant has lapsed", arguments: [(0.99999, false), (1, true)])
  func late(received: Double, isLate: Bool) {
    let settled = history([grant(1, at: 0)], less()).settlements(receivedAt: day(received))
    #expect(settled.map(\.isLate) == [isLate])
  }

  @Test("What is written down is not told again")
  func once() throws {
    var history = history([grant(1, at: 0)], less())
    history.grants = history.settlements(receivedAt: day(0.2)).map(\.grant)
    #expect(history.settlements(receivedAt: day(5)).isEmpty)
  }

  @Test("One run redeems one grant")
  func oneRun() {
    let grants = [grant(1, at: 0), grant(2, at: 20)]
    let history = history(grants, less(), less("2", from: 30.1, reason: .renewal))
    #expect(history.settlements(receivedAt: day(31)).map(\.grant.id) == [1])
  }

  @Test("Two runs redeem two grants, a third none")
  func severalRuns() {
    let grants = [grant(1, at: 0), grant(2, at: 0.05)]
    let history = history(
      grants, less(), less("2", from: 0.2), less("3", from: 0.3))
    let settled = history.settlements(receivedAt: day(0.4))
    #expect(settled.map(\.grant.redemption?.transactionId) == ["2", "1"])
  }

  @Test("If a run's beginning comes after its rest, the result is the same, and nothing is late")
  func beginningLast() {
    let grants = [grant(1, at: 0), grant(2, at: 20)]
    var late = history(grants, less("2", from: 30.1, reason: .renewal))
    let first = late.settlements(receivedAt: day(30.2))
    #expect(first.map(\.grant.id) == [2] && first.map(\.isLate) == [true])
    late.grants[1] = first[0].grant
    late.add(less())
    let second = late.settlements(receivedAt: day(31))
    #expect(second.map(\.grant.id) == [1, 2])
    #expect(second.map(\.grant.redemption?.transactionId) == ["1", nil])
    late.grants = second.map(\.grant)
    var inOrder = history(grants, less(), less("2", from: 30.1, reason: .renewal))
    for settlement in inOrder.settlements(receivedAt: day(31)) {
      inOrder.grants[Int(settlement.grant.id) - 1] = settlement.grant
    }
    #expect(late == inOrder)
  }

  @Test("An introductory offer that is given again is redeemed on its product, by nothing else")
  func introductory() {
    let grants = [
      grant(1, at: 0, on: "monthly", kind: .introductory),
      grant(2, at: 0, on: "yearly", kind: .introductory), grant(3, at: 0),
    ]
    let trial = TransactionFact.bought(from: 0.1, until: 7, price: 0, offer: .introductory)
    let settled = history(grants, trial).settlements(receivedAt: day(0.3))
    #expect(settled.map(\.grant.id) == [1])
    #expect(history(grants, less()).settlements(receivedAt: day(0.3)).map(\.grant.id) == [3])
  }

  @Test("Family members, other offers and other kinds redeem nothing")
  func nothing() {
    let shared = TransactionFact.bought(
      from: 0.1, ownership: .familyShared, offer: .promotional("less"))
    let winBack = TransactionFact.bought(from: 0.1, offer: .winBack("less"))
    for bought in [shared, winBack, .bought(from: 0.1)] {
      #expect(history([grant(1, at: 0)], bought).settlements(receivedAt: day(0.3)).isEmpty)
    }
  }

  @Test("A grant whose transaction was erased stays redeemed, and that purchase redeems no other")
  func erased() {
    var redeemed = grant(1, at: 0)
    redeemed.redemption = Grant.Redemption(transactionId: "", purchaseDate: day(0.1))
    let grants = [redeemed, grant(2, at: 0.05)]
    #expect(history(grants, less()).settlements(receivedAt: day(0.3)).isEmpty)
    let settled = history(grants, less(), less("2", from: 0.2)).settlements(receivedAt: day(0.3))
    #expect(settled.map(\.grant.id) == [2])
    #expect(settled.map(\.grant.redemption?.transactionId) == ["2"])
  }
}
