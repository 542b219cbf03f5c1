import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

@Suite struct AppendTests {
  @Test("A notification is new once, and a repeat changes nothing", .everyLedger)
  func repeats() async throws {
    let first = Sample.notification(Sample.uuid(1), Sample.fact("100"))
    #expect(try await ledger.append(first, at: 1) == .new)
    let entries = try await ledger.entries(after: 0, limit: 10)
    let resigned = Sample.notification(Sample.uuid(1), Sample.fact("100", signed: 5))
    #expect(try await ledger.append(resigned, at: 9) == .already)
    #expect(try await ledger.entries(after: 0, limit: 10) == entries)
    #expect(
      try await ledger.only(.originalTransactionId("100"))?.transactions == [Sample.fact("100")])
  }

  @Test("Of one notification sent twenty times at once one is new", .everyLedger)
  func repeatsAtOnce() async throws {
    let outcomes = try await atOnce(20) { _ in
      try await ledger.append(Sample.notification(Sample.uuid(1), Sample.fact("100")), at: 1)
    }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    #expect(outcomes == [.new: 1, .already: 19])
  }

  @Test("What was kept is seen by whoever asks next, however many ask", .everyLedger)
  func readAfterWrite() async throws {
    let seen = try await atOnce(200) { number in
      let (chain, customer) = ("\(1000 + number)", "\(7000 + number)")
      try await ledger.append(
        Sample.notification(Sample.uuid(number), Sample.fact(chain, customer: customer)),
        at: 1)
      let history = try await ledger.only(.appTransactionId(customer))
      return history?.transactions.map(\.transactionId) == [chain]
    }
    #expect(seen.count == 200 && seen.allSatisfy(\.self))
  }

  @Test("Every member of the facts comes back as it was", .everyLedger)
  func wholeFacts() async throws {
    var full = TransactionFact(
      environment: .sandbox, transactionId: "0012", originalTransactionId: "99999999999999999999",
      productId: "a\u{0}b", signedDate: Sample.day(3), appTransactionId: "7",
      groupId: "", type: OpenEnum(raw: "Something New"), ownership: OpenEnum(.familyShared),
      reason: OpenEnum(.renewal), purchaseDate: Timestamp(milliseconds: -1),
      originalPurchaseDate: Sample.day(1), expiresDate: Sample.day(4),
      appAccountToken: "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd", quantity: 3, price: .max,
      currency: "XTS", storefront: "DEU", offerKind: OpenEnum(raw: 9), offerId: "zoë",
      offerDiscount: OpenEnum(.payUpFront), offerPeriod: "P2M", isUpgraded: true,
      revocationDate: Sample.day(5), revocationReason: 1, revocationType: OpenEnum(.refundProrated),
      revocationPercentage: 67932)
    full.refundedAt = Sample.day(5)
    full.webOrderLineItemId = "0000000000000000007"
    full.additionalReason = OpenEnum(.seatAddition)
    full.seats = Seats(
      invitations: OpenEnum(.developer), averagePrice: -1,
      tiers: [SeatTier(price: .max, quantity: nil), SeatTier(price: nil, quantity: -3)],
      revoked: 1_000_000)
    full.seatRevocations = [
      SeatRevocation(quantity: 1, at: Sample.day(2)),
      SeatRevocation(quantity: 1_000_000, at: Sample.day(3)),
    ]
    full.billingPlan = OpenEnum(raw: "WEEKLY")
    full.commitment = Commitment(
      billingPeriodNumber: 0, totalBillingPeriods: 12, price: .min, expiresDate: Sample.day(365))
    full.previousOriginalTransactionId = "99999999999999999999"
    full.bundle = BundleMembership(
      productId: "b\u{0}", originalTransactionId: "1", groupId: "2", transactionId: "3")
    var renewal = RenewalFact(
      environment: .sandbox, originalTransactionId: "99999999999999999999",
      signedDate: Sample.day(3), appTransactionId: "7", productId: "a", autoRenewProductId: "b",
      autoRenews: false, renewalDate: Sample.day(9), renewalPrice: 0, currency: "USD",
      recentStartDate: Sample.day(0), expirationIntent: OpenEnum(raw: 77), isInBillingRetry: true,
      gracePeriodExpiresDate: Sample.day(12), priceIncreaseStatus: 0, offerKind: OpenEnum(.winBack),
      offerId: "w", eligibleWinBackOfferIds: [], appAccountToken: "not a uuid")
    renewal.renewalQuantity = -4
    renewal.seats = Seats(tiers: [SeatTier(price: 0, quantity: 9)])
    renewal.billingPlan = OpenEnum(.monthly)
    renewal.commitment = CommitmentRenewal(
      autoRenewProductId: "zoë", autoRenews: false, billingPlan: OpenEnum(.billedUpFront),
      renewalDate: Sample.day(365), renewalPrice: 1)
    renewal.bundle = BundleMembership(willUnbundle: true, pendingUpgradeProductId: "suite")
    let bare = TransactionFact(
      environment: .sandbox, transactionId: "2", originalTransactionId: "2", productId: "p",
      signedDate: Timestamp(milliseconds: 0), appTransactionId: "7")
    try await ledger.append(Sample.notification("u1", full, renewal), at: 4)
    try await ledger.append(Sample.notification("u2", bare), at: 4)
    let history = try await ledger.only(.appTransactionId("7"), in: .sandbox)
    #expect(history?.transactions == [full, bare])
    #expect(history?.renewals == [renewal])
  }

  @Test("A test, a summary and what names no purchase are kept", .everyLedger)
  func withoutTransaction() async throws {
    #expect(try await ledger.append(Sample.notification("t"), at: 1) == .new)
    #expect(try await ledger.append(Sample.notification("t"), at: 1) == .already)
    let consent = Sample.notification("c", app: Sample.app("7040"))
    #expect(try await ledger.append(consent, at: 1) == .new)
    #expect(
      try await ledger.entries(after: 0, limit: 9).map(\.kind) == [.notification, .notification])
    #expect(try await ledger.entries(of: .appTransactionId("7040"), in: .production).count == 1)
    #expect(try await ledger.only(.appTransactionId("7040"))?.transactions == [])
  }

  @Test(
    "The newest copy of a transaction holds, whenever it comes", .everyLedger,
    arguments: [[0, 1, 2], [1, 0, 2], [2, 1, 0]])
  func newestCopy(_ order: [Int]) async throws {
    var refunded = Sample.fact("100", signed: 4)
    refunded.revocationDate = Sample.day(4)
    let copies = [Sample.fact("100", signed: 1), refunded, Sample.fact("100", signed: 2)]
    for index in order {
      let notification = Sample.notification(Sample.uuid(index), copies[index])
      try await ledger.append(notification, at: 5)
    }
    #expect(try await ledger.only(.appTransactionId("7040"))?.transactions == [refunded])
  }

  @Test("Renewal info waits for a transaction of ours", .everyLedger)
  func waitingRenewal() async throws {
    let renewal = Sample.renewalFact("100", signed: 2)
    try await ledger.append(Sample.notification("r", nil, renewal), at: 2)
    #expect(try await ledger.histories(of: .originalTransactionId("100")) == [])
    let transaction = Sample.fact("100", customer: nil)
    try await ledger.append(Sample.notification("t", transaction), at: 2)
    let history = try await ledger.only(.originalTransactionId("100"))
    #expect(history?.transactions == [transaction])
    #expect(history?.renewals == [renewal])
  }
}
