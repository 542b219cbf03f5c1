import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Which of several copies holds.
struct SupersedesTests {
  /// Copies signed in one millisecond, each other in one field.
  private static let copies: [TransactionFact] = {
    let base = TransactionFact.bought()
    let changes: [(inout TransactionFact) -> Void] = [
      { _ in }, { $0.revocationDate = day(3) }, { $0.revocationDate = day(4) },
      { $0.isUpgraded = true }, { $0.expiresDate = day(31) }, { $0.expiresDate = nil },
      { $0.revocationPercentage = 5 }, { $0.revocationType = OpenEnum(raw: "NEW") },
      { $0.revocationReason = 1 }, { $0.offerKind = OpenEnum(raw: 7) }, { $0.offerId = "a" },
      { $0.offerDiscount = OpenEnum(.freeTrial) }, { $0.offerPeriod = "P1M" },
      { $0.purchaseDate = nil }, { $0.originalPurchaseDate = day(0) }, { $0.price = nil },
      { $0.currency = "USD" }, { $0.storefront = "DEU" }, { $0.quantity = 2 },
      { $0.ownership = OpenEnum(.assigned) }, { $0.reason = nil }, { $0.type = nil },
      { $0.groupId = nil }, { $0.appAccountToken = "a" }, { $0.appTransactionId = "7" },
      { $0.productId = "z" }, { $0.originalTransactionId = "0" },
      { $0.seats = Seats(revoked: 1) }, { $0.seats = Seats(revoked: 2) },
      { $0.seats = Seats(averagePrice: 1) }, { $0.seats = Seats(invitations: OpenEnum(.apple)) },
      { $0.seats = Seats(tiers: [SeatTier(price: 1, quantity: 1)]) },
      { $0.seats = Seats(tiers: [SeatTier(price: 1, quantity: 2)]) },
      { $0.webOrderLineItemId = "1" }, { $0.additionalReason = OpenEnum(.seatAddition) },
      { $0.billingPlan = OpenEnum(.monthly) }, { $0.commitment = Commitment(price: 1) },
      { $0.previousOriginalTransactionId = "1" }, { $0.bundle = BundleMembership(productId: "b") },
      // One letter in two spellings: equal to Swift, and not to us.
      { $0.offerId = "\u{E9}" }, { $0.offerId = "e\u{301}" },
    ]
    return changes.map { change in
      var copy = base
      change(&copy)
      return copy
    }
  }()

  private static let renewals: [RenewalFact] = {
    let base = RenewalFact.told(signed: 1)
    let changes: [(inout RenewalFact) -> Void] = [
      { _ in }, { $0.autoRenews = false }, { $0.autoRenews = nil },
      { $0.gracePeriodExpiresDate = day(9) }, { $0.isInBillingRetry = true },
      { $0.expirationIntent = OpenEnum(raw: 9) }, { $0.eligibleWinBackOfferIds = [] },
      { $0.eligibleWinBackOfferIds = ["a", "b"] }, { $0.eligibleWinBackOfferIds = ["b", "a"] },
      { $0.renewalDate = day(3) }, { $0.renewalPrice = 1 }, { $0.currency = nil },
      { $0.priceIncreaseStatus = 0 }, { $0.recentStartDate = day(0) },
      { $0.offerKind = OpenEnum(.winBack) }, { $0.offerId = "a" }, { $0.productId = "p" },
      { $0.autoRenewProductId = nil }, { $0.appAccountToken = "a" }, { $0.appTransactionId = "7" },
      { $0.renewalQuantity = 2 }, { $0.seats = Seats() }, { $0.billingPlan = OpenEnum(.monthly) },
      { $0.commitment = CommitmentRenewal(autoRenews: false) },
      { $0.bundle = BundleMembership(willUnbundle: true) },
    ]
    return changes.map { change in
      var copy = base
      change(&copy)
      return copy
    }
  }()

  @Test("Of two transactions signed together exactly one holds, whatever differs")
  func transactions() {
    for (left, own) in Self.copies.enumerated() {
      for (right, other) in Self.copies.enumerated() {
        #expect(own.supersedes(other) != other.supersedes(own) || left == right)
        #expect(!own.supersedes(own))
      }
    }
  }

  @Test("The same of renewal info")
  func renewalInfo() {
    for (left, own) in Self.renewals.enumerated() {
      for (right, other) in Self.renewals.enumerated() {
        #expect(own.supersedes(other) != other.supersedes(own) || left == right)
      }
    }
  }

  @Test("The order has no circles: copies in any order leave the same one")
  func noCircles() {
    var random = SplitMix(state: 7)
    let kept = CustomerHistory(environment: .production, transactions: Self.copies).transactions
    let told = CustomerHistory(environment: .production, renewals: Self.renewals).renewals
    #expect(kept.count == 1 && told.count == 1)
    for _ in 0..<200 {
      let history = CustomerHistory(
        environment: .production, transactions: Self.copies.shuffled(using: &random),
        renewals: Self.renewals.shuffled(using: &random))
      #expect(history.transactions == kept && history.renewals == told)
    }
  }

  @Test("A later signature wins over everything; at one moment what takes more away")
  func rule() {
    let revoked = TransactionFact.bought(signed: 5, revoked: 3)
    #expect(TransactionFact.bought(signed: 6).supersedes(revoked))
    #expect(revoked.supersedes(.bought(signed: 5)))
    #expect(
      TransactionFact.bought(signed: 5, isUpgraded: true).supersedes(.bought(until: 10, signed: 5)))
    #expect(TransactionFact.bought(until: 10, signed: 5).supersedes(.bought(signed: 5)))
    #expect(
      RenewalFact.told(signed: 5, autoRenews: false).supersedes(.told(signed: 5)))
  }

  @Test("Histories come together to the same value in either direction")
  func together() {
    func grant(_ id: Int64) -> Grant {
      Grant(
        id: id, environment: .production, offer: "o", offerId: "o", product: "p",
        grantedAt: day(0), release: "r")
    }
    var left = CustomerHistory(
      environment: .production, appTransactionId: "8", transactions: [.bought("1")],
      grants: [grant(2)], marks: [.everSubscribed], completeAt: day(1))
    var right = CustomerHistory(
      environment: .production, appTransactionId: "7", transactions: [.bought("2"), .bought("1")],
      renewals: [.told(signed: 1)], grants: [grant(1), grant(2)],
      marks: [.introductory(groupId: "g"), .everSubscribed])
    let (own, other) = (left, right)
    left.add(contentsOf: other)
    right.add(contentsOf: own)
    #expect(left == right)
    #expect(left.appTransactionId == "7" && left.completeAt == day(1))
    #expect(left.grants.map(\.id) == [1, 2] && left.marks.count == 2)
  }

  @Test("Nothing crosses an environment")
  func environments() {
    var history = CustomerHistory(environment: .sandbox, transactions: [.bought()])
    history.add(RenewalFact.told(signed: 1))
    history.add(
      contentsOf: CustomerHistory(
        environment: .production, appTransactionId: "7", marks: [.everSubscribed]))
    #expect(history == CustomerHistory(environment: .sandbox))
  }
}
