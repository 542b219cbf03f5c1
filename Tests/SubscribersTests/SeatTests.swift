@testable import PaywallCatalog
@testable import Subscribers
import TestSupport
import Testing

/// Seats that are bought, added and refunded.
struct SeatTests {
  private static let ten = TransactionFact.multiseat([(9990, 4), (7990, 6)])

  private func spend(_ transactions: TransactionFact..., at now: Double) -> Int64? {
    CustomerHistory(environment: .production, transactions: transactions)
      .subscriber(at: day(now), in: shop).spend["EUR"]
  }

  @Test("Money is what all seats cost, also of those that were added")
  func sum() {
    #expect(spend(Self.ten, at: 5) == 87_900)
    let added = TransactionFact.multiseat([(7990, 3)], id: "2", from: 10, isAddition: true)
    #expect(spend(Self.ten, added, at: 15) == 111_870)
  }

  @Test("Refunded seats give back their share when they are refunded, and the others keep access")
  func refunded() {
    let refunded = TransactionFact.multiseat(
      [(9990, 4), (7990, 6)], revoked: [(3, 8), (5, 12)])
    // 10 seats for 87.90: 8.79 each.
    for (now, left) in [(5.0, 87_900), (9, 61_530), (20, 43_950)] as [(Double, Int64)] {
      #expect(spend(refunded, at: now) == left, "on day \(now)")
    }
    let history = CustomerHistory.of(refunded)
    #expect(history.pro(at: 20).state == .subscribed)
    #expect(history.names(at: 20) == ["pro"])
    #expect(history.subscription(at: 20)?.seats?.held == 5)
    #expect(history.subscription(at: 9)?.seats?.held == 7)
    #expect(history.pro(at: 20).seats == 5)
    #expect(history.pro(at: 20).refunded)
    #expect(!history.pro(at: 5).refunded)
    #expect(history.pro(at: 20).paidDays == 30)
  }

  @Test("Access ends when no seat is left, also without a date of revocation")
  func allRefunded() {
    let all = TransactionFact.multiseat([(9990, 4)], revoked: [(1, 5), (4, 8)])
    let history = CustomerHistory.of(all)
    #expect(history.names(at: 7) == ["pro"])
    #expect(history.names(at: 9).isEmpty)
    #expect(history.pro(at: 9).state == .revoked)
    #expect(history.subscriber(at: day(9)).spend.isEmpty)
    // Seats that were added are left.
    let added = TransactionFact.multiseat([(9990, 2)], id: "2", from: 3, isAddition: true)
    let both = CustomerHistory.of(all, added)
    #expect(both.names(at: 9) == ["pro"])
    #expect(both.subscription(at: 9)?.seats?.held == 2)
  }

  @Test("The percentage of a prorated refund counts, although all seats are named")
  func prorated() {
    var refunded = TransactionFact.multiseat([(10_000, 4)], revoked: [(4, 8)])
    refunded.revocationDate = day(8)
    refunded.revocationType = OpenEnum(.refundProrated)
    refunded.revocationPercentage = 25_000
    #expect(spend(refunded, at: 9) == 30_000)
    #expect(refunded.seatProblem == nil)
    #expect(CustomerHistory.of(refunded).names(at: 9).isEmpty)
    // Two of four were refunded before: a quarter of all is less than that.
    refunded.seatRevocations.insert(SeatRevocation(quantity: 2, at: day(4)), at: 0)
    #expect(refunded.seatProblem == .revokedShare)
    #expect(spend(refunded, at: 9) == 20_000)
  }

  @Test("Seats that were added or bought first, and restored later, are paid once")
  func restored() {
    var first = TransactionFact.multiseat([(4990, 5)], isAddition: true)
    first.webOrderLineItemId = "w1"
    var added = TransactionFact.multiseat([(4990, 2)], id: "2", from: 10, isAddition: true)
    added.webOrderLineItemId = "w2"
    var copies = [first, added]
    for (copy, id) in [(first, "8"), (added, "9")] {
      var restored = copy
      restored.transactionId = id
      (restored.purchaseDate, restored.signedDate) = (day(12), day(12))
      copies.append(restored)
    }
    for texts in [copies, copies.reversed()] {
      let history = CustomerHistory(environment: .production, transactions: texts)
      #expect(history.subscriber(at: day(15)).spend == ["EUR": 7 * 4990])
      #expect(history.subscription(at: 15)?.seats?.held == 7)
    }
  }

  @Test("A reversal of refunded seats gives all back")
  func reversed() {
    var history = CustomerHistory.of(.multiseat([(9990, 4)], revoked: [(3, 8)]))
    #expect(history.subscriber(at: day(9)).spend == ["EUR": 9990])
    var again = TransactionFact.multiseat([(9990, 4)])
    again.signedDate = day(10)
    history.add(again)
    #expect(history.subscriber(at: day(11)).spend == ["EUR": 39_960])
    #expect(history.subscription(at: 11)?.seats?.held == 4)
  }

  @Test("Copies in any order agree on when seats were refunded", arguments: 0..<20)
  func order(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    var copies = [TransactionFact.multiseat([(9990, 9)])]
    for (signed, revoked) in [(4, 2), (6, 2), (9, 5), (11, 5), (12, 7)] as [(Double, Int)] {
      copies.append(.multiseat([(9990, 9)], revoked: [(revoked, signed)]))
    }
    let history = CustomerHistory(
      environment: .production, transactions: copies.shuffled(using: &random))
    let left = [(3.0, 9), (5, 7), (8, 7), (10, 4), (13, 2)] as [(Double, Int64)]
    for (now, seats) in left {
      #expect(history.subscriber(at: day(now)).spend == ["EUR": 9990 * seats], "on day \(now)")
    }
  }

  @Test("Added seats are the same period and the same offer: no second purchase, run or redemption")
  func added() {
    var first = TransactionFact.multiseat([(4990, 5)])
    first.offerKind = OpenEnum(.promotional)
    first.offerId = "half"
    var added = TransactionFact.multiseat([(4990, 2)], id: "2", from: 10, isAddition: true)
    added.offerKind = first.offerKind
    added.offerId = "half"
    let renewal = TransactionFact.bought("3", from: 30, until: 60, reason: .renewal)
    let running = CustomerHistory.of(first, added)
    #expect(running.subscription(at: 15)?.current?.transactionId == "1")
    #expect(running.subscription(at: 15)?.seats?.held == 7)
    #expect(running.pro(at: 15).paidDays == 30)
    let renewed = CustomerHistory.of(first, added, renewal)
    for history in [running, renewed] {
      #expect(history.offerRuns.map(\.transactionId) == ["1"])
      #expect(history.redemptions == ["half": [day(0)]])
    }
    #expect(renewed.subscription(at: 35)?.current?.transactionId == "3")
    #expect(renewed.subscription(at: 35)?.seats == nil)
    #expect(renewed.pro(at: 35).paidDays == 60)
  }

  @Test("Apple names added seats on the first transaction too, which stays the purchase")
  func bothNamed() {
    var first = TransactionFact.multiseat([(4990, 5)], isAddition: true)
    first.offerKind = OpenEnum(.promotional)
    first.offerId = "half"
    first.webOrderLineItemId = "w1"
    var restored = first
    restored.transactionId = "9"
    var added = TransactionFact.multiseat([(4990, 2)], id: "2", from: 10, isAddition: true)
    added.offerKind = first.offerKind
    added.offerId = "half"
    added.webOrderLineItemId = "w2"
    let history = CustomerHistory.of(added, restored, first)
    #expect(history.subscriber(at: day(15)).spend == ["EUR": 7 * 4990])
    #expect(history.offerRuns.map(\.transactionId) == ["1"])
    #expect(history.redemptions == ["half": [day(0)]])
    #expect(history.subscription(at: 15)?.seats?.held == 7)
  }

  @Test("What is bought after a refund is a purchase, also if seats are added to it")
  func boughtAgain() {
    var refunded = TransactionFact.multiseat([(4990, 5)])
    refunded.revocationDate = day(5)
    refunded.revocationType = OpenEnum(.refundFull)
    var again = TransactionFact.multiseat(
      [(4990, 2)], id: "2", from: 10, until: 40, isAddition: true)
    again.offerKind = OpenEnum(.promotional)
    again.offerId = "half"
    let added = TransactionFact.multiseat(
      [(4990, 1)], id: "3", from: 12, until: 40, isAddition: true)
    let history = CustomerHistory.of(refunded, again, added)
    #expect(history.redemptions == ["half": [day(10)]])
    #expect(history.subscription(at: 15)?.seats?.held == 3)
    #expect(history.subscriber(at: day(15)).spend == ["EUR": 3 * 4990])
  }

  @Test(
    "A refund that only a copy names ends a purchase, too: what is bought after it was not added",
    arguments: [false, true])
  func boughtAfterRefundOfCopy(isReversed: Bool) {
    var first = TransactionFact.multiseat([(4990, 5)])
    first.webOrderLineItemId = "w1"
    var restored = first
    restored.transactionId = "9"
    restored.signedDate = day(5)
    restored.revocationDate = day(5)
    restored.revocationType = OpenEnum(.refundFull)
    var again = TransactionFact.multiseat([(4990, 2)], id: "2", from: 10, isAddition: true)
    again.offerKind = OpenEnum(.promotional)
    again.offerId = "half"
    again.webOrderLineItemId = "w2"
    let facts = isReversed ? [again, restored, first] : [first, restored, again]
    let history = CustomerHistory(environment: .production, transactions: facts)
    #expect(history.redemptions == ["half": [day(10)]])
    #expect(history.subscriber(at: day(15)).spend == ["EUR": 2 * 4990])
    // Apple takes the refund back: then the seats were added.
    restored.signedDate = day(12)
    restored.revocationDate = nil
    restored.revocationType = nil
    let reversed = CustomerHistory(
      environment: .production, transactions: facts + [restored])
    #expect(reversed.redemptions.isEmpty)
    #expect(reversed.subscriber(at: day(15)).spend == ["EUR": 7 * 4990])
  }

  @Test("An upgrade replaces a period when it is bought, not when seats were added before it")
  func upgraded() {
    var first = TransactionFact.multiseat([(4990, 5)])
    first.isUpgraded = true
    let added = TransactionFact.multiseat([(4990, 2)], id: "2", from: 5, isAddition: true)
    let yearly = TransactionFact.bought("3", "yearly", from: 20, until: 385)
    let history = CustomerHistory.of(first, added, yearly)
    #expect(history.subscription(at: 30)?.current?.transactionId == "3")
    #expect(history.subscription(at: 30)?.seats == nil)
    #expect(history.pro(at: 30).paidDays == 385)
  }

  @Test("A member's copy gives access, and neither money nor seats")
  func member() {
    let history = CustomerHistory.of(.multiseat([(9990, 4)], ownership: .assigned))
    #expect(history.names(at: 5) == ["pro"])
    #expect(history.subscriber(at: day(5)).spend.isEmpty)
    #expect(history.subscription(at: 5)?.seats == nil)
    #expect(history.pro(at: 5).seats == nil)
  }

  @Test("What renews is known by its number of seats and price")
  func renewing() {
    var told = RenewalFact.told(signed: 20, at: 30, price: 24_950)
    told.renewalQuantity = 5
    let history = CustomerHistory.of(Self.ten, told: [told])
    #expect(history.subscription(at: 21)?.seats == HeldSeats(held: 10, renewing: 5))
    #expect(history.subscription(at: 21)?.renewal?.price == 24_950)
  }

  @Test("A purchase without seats is one")
  func single() {
    let history = CustomerHistory.of(.bought())
    #expect(history.subscription(at: 5)?.seats == nil)
    #expect(history.pro(at: 5).seats == 1)
    #expect(history.pro(at: 35).seats == nil)
  }

  @Test("Seats that contradict are kept, and no sum is wrong")
  func contradictions() {
    let tooMany = TransactionFact.multiseat([(9990, 4)], revoked: [(9, 5)])
    #expect(tooMany.seatProblem == .revokedQuantity)
    #expect(spend(tooMany, at: 4) == 39_960)
    #expect(spend(tooMany, at: 6) == nil)
    #expect(CustomerHistory.of(tooMany).subscription(at: 6)?.seats?.held == 0)
    #expect(CustomerHistory.of(tooMany).pro(at: 6).state == .revoked)
    var negative = TransactionFact.multiseat([(9990, 4)])
    negative.quantity = -4
    negative.price = negative.seats?.amount(of: -4, isFree: false)
    #expect(negative.seatProblem == .quantity)
    #expect(spend(negative, at: 4) == nil)
    #expect(CustomerHistory.of(negative).subscription(at: 4)?.seats == HeldSeats(held: nil))
    let million = TransactionFact.multiseat([(9990, 1_000_000)], revoked: [(999_999, 5)])
    #expect(spend(million, at: 6) == 9990)
    #expect(CustomerHistory.of(million).pro(at: 6).seats == 1)
  }
}
