import CatalogFiles
import Foundation
import PaywallCatalog
import Subscribers
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The output of `ledger show` for a customer, on the products of the example app.
@Suite struct CustomerCardTests {
  private let snapshot = Loader.load(example).snapshot

  @Test func `A trial, a gift for good and a refund are told in words, with the sums`() throws {
    let sheet = try sheet(
      transactions: [
        bought("1", "pro_yearly_trial", 0, 7, price: 0, offer: .introductory),
        bought("2", "pro_lifetime", 1, nil, price: 49_990),
        bought("3", "team_monthly", 2, 32, price: 12_345, group: "21504307", revoked: 3),
        bought("4", "coins_100", 2, nil, price: -1_500, currency: nil),
      ], renewals: [renewal("1", autoRenews: true)], on: 4)
    #expect(sheet.hasPrefix("7001  production\n"), "\(sheet)")
    #expect(sheet.contains("  fetched       2026-01-04T00:00:00Z\n"))
    #expect(sheet.contains("  texts         5\n"))
    #expect(sheet.contains("  refunds       1\n"))
    #expect(sheet.contains("pro for good"), "\(sheet)")
    #expect(
      sheet.contains(
        "pro: subscribed, pro_yearly_trial, until 2026-01-08T00:00:00Z, in trial, offer introductory, renews"
      ), "\(sheet)")
    #expect(sheet.contains("taken back 2026-01-04T00:00:00Z"))
    #expect(sheet.contains("12.345 USD"))
    #expect(sheet.contains("49.99 USD"))
    #expect(sheet.contains("-1.50 ?"))
    #expect(sheet.contains("purchase, introductory offer"))
  }

  @Test func `A payment that failed is in grace, then in billing retry`() throws {
    for (day, words) in [
      (
        31.0,
        "pro: inGracePeriod, pro_monthly, until 2026-01-31T00:00:00Z, renews, grace until 2026-02-06T00:00:00Z"
      ),
      (40.0, "pro: inBillingRetry"),
    ] {
      let sheet = try sheet(
        transactions: [bought("1", "pro_monthly", 0, 30)],
        renewals: [renewal("1", autoRenews: true, isInBillingRetry: true, graceUntil: 36, on: 30)],
        on: day)
      #expect(sheet.contains(words), "\(sheet)")
      #expect(sheet.contains("billing retry until") == (day == 40), "\(sheet)")
    }
  }

  @Test func `What changes at the next renewal, and whose it is, is said`() throws {
    let sheet = try sheet(
      transactions: [bought("1", "pro_yearly", 0, 365, ownership: .familyShared)],
      renewals: [renewal("1", autoRenews: true, next: "pro_monthly")], on: 4)
    #expect(sheet.contains("next pro_monthly, shared"), "\(sheet)")
    #expect(sheet.contains("purchase, shared by family"))
    let leaving = try self.sheet(
      transactions: [bought("1", "pro_yearly", 0, 365, isUpgraded: true)],
      renewals: [renewal("1", autoRenews: false)], on: 4)
    #expect(leaving.contains("replaced by an upgrade"))
  }

  @Test func `A grant is outstanding, redeemed or lapsed`() throws {
    func grant(_ id: Int64, _ start: Double, redeemedBy: String? = nil) -> Grant {
      Grant(
        id: id, environment: .production, offer: "loyalty", offerId: "loyalty_20",
        product: "pro_yearly", grantedAt: day(start), release: "r",
        redemption: redeemedBy.map {
          Grant.Redemption(transactionId: $0, purchaseDate: day(start))
        })
    }
    let sheet = try sheet(
      transactions: [bought("1", "pro_yearly", 0, 365)], renewals: [],
      grants: [grant(3, 3.99), grant(1, 0, redeemedBy: "1"), grant(2, 1)], on: 4)
    let rows = sheet.split(separator: "\n").filter { $0.hasPrefix("  grant ") }
    #expect(
      rows == [
        "  grant         loyalty on pro_yearly, 2026-01-01T00:00:00Z, redeemed by 1",
        "  grant         loyalty on pro_yearly, 2026-01-02T00:00:00Z, lapsed",
        "  grant         loyalty on pro_yearly, 2026-01-04T23:45:36Z, outstanding",
      ])
  }

  @Test func `A customer of whom nothing is left has a sheet without a timeline`() throws {
    let history = CustomerHistory(environment: .sandbox)
    let card = CustomerCard(history, texts: 0, in: try #require(snapshot), at: day(0))
    #expect(
      card.sheet(.plain) == """
        customer  sandbox
          texts         0
          entitlements  none
        """)
  }

  @Test
  func `A refund that a copy reversed is not taken back, and a seat is no family sharing`() throws {
    var refunded = bought("1", "pro_monthly", 0, 30, revoked: 3)
    refunded.webOrderLineItemId = "w1"
    var restored = bought("1", "pro_monthly", 0, 30)
    (restored.transactionId, restored.signedDate) = ("2", day(5))
    restored.webOrderLineItemId = "w1"
    let reversed = try sheet(transactions: [refunded, restored], renewals: [], on: 6)
    #expect(!reversed.contains("taken back"), "\(reversed)")
    #expect(reversed.contains("copy of 1"))
    let seat = try sheet(
      transactions: [bought("1", "pro_monthly", 0, 30, ownership: .assigned)], renewals: [], on: 6)
    #expect(seat.contains("a seat that somebody else pays for"), "\(seat)")
    #expect(!seat.contains("shared"))
  }

  @Test func `Seats of the first purchase were bought, and later ones added`() throws {
    let facts = [("1", 0.0, 8), ("2", 10.0, 3)].map { id, start, quantity in
      var fact = bought(id, "pro_monthly", start, 30)
      fact.originalTransactionId = "1"
      fact.quantity = quantity
      fact.seats = Seats(averagePrice: 9_990)
      fact.additionalReason = OpenEnum(.seatAddition)
      return fact
    }
    let sheet = try sheet(transactions: facts, renewals: [], on: 12)
    #expect(sheet.contains("8 seats") && !sheet.contains("8 seats added"), "\(sheet)")
    #expect(sheet.contains("3 seats added"))
  }

  private func sheet(
    transactions: [TransactionFact], renewals: [RenewalFact], grants: [Grant] = [], on now: Double
  ) throws -> String {
    let history = CustomerHistory(
      environment: .production, appTransactionId: "7001", transactions: transactions,
      renewals: renewals, grants: grants, completeAt: day(3))
    return CustomerCard(history, texts: 5, in: try #require(snapshot), at: day(now)).sheet(.plain)
  }

  /// Returns a moment in days after 2026-01-01T00:00Z.
  private func day(_ number: Double) -> Timestamp {
    Timestamp(milliseconds: 1_767_225_600_000 + Int64((number * 86_400_000).rounded()))
  }

  private func bought(
    _ id: String, _ product: String, _ start: Double, _ end: Double?, price: Int64 = 9_990,
    currency: String? = "USD", group: String = "21504291", ownership: Ownership = .purchased,
    offer: RedeemedOfferKind? = nil, isUpgraded: Bool = false, revoked: Double? = nil
  ) -> TransactionFact {
    let type: PurchaseType =
      switch product {
      case "coins_100": .consumable
      case "pro_lifetime": .nonConsumable
      default: .autoRenewable
      }
    return TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: id, productId: product,
      signedDate: day(revoked ?? start), appTransactionId: "7001",
      groupId: type == .autoRenewable ? group : nil, type: OpenEnum(type),
      ownership: OpenEnum(ownership), reason: OpenEnum(.purchase), purchaseDate: day(start),
      expiresDate: end.map(day), price: price, currency: currency,
      offerKind: offer.map { OpenEnum($0) },
      offerDiscount: offer.map { _ in OpenEnum(.freeTrial) }, isUpgraded: isUpgraded,
      revocationDate: revoked.map(day), revocationReason: revoked == nil ? nil : 0)
  }

  private func renewal(
    _ original: String, autoRenews: Bool, next: String? = nil, isInBillingRetry: Bool? = nil,
    graceUntil: Double? = nil, on signed: Double = 0
  ) -> RenewalFact {
    RenewalFact(
      environment: .production, originalTransactionId: original, signedDate: day(signed),
      appTransactionId: "7001", autoRenewProductId: next, autoRenews: autoRenews,
      isInBillingRetry: isInBillingRetry, gracePeriodExpiresDate: graceUntil.map(day))
  }
}
