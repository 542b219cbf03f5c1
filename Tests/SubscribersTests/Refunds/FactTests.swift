import PaywallCatalog
import Subscribers
import Testing

@Suite struct FactTests {
  private static let day: Int64 = 86_400_000

  private static func at(_ day: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_767_571_200_000 + day * Self.day)
  }

  private static func fact(
    _ id: String, bought: Int64, until: Int64? = nil, price: Int64? = 9990,
    refundedAt: Int64? = nil, share: Int? = nil, free: Bool = false,
    ownership: Ownership = .purchased, type: PurchaseType = .autoRenewable
  ) -> TransactionFact {
    TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: "1",
      productId: "pro_monthly", signedDate: at(200), type: OpenEnum(type),
      ownership: OpenEnum(ownership), purchaseDate: at(bought), expiresDate: until.map(at),
      price: price, currency: "EUR", offerDiscount: free ? OpenEnum(.freeTrial) : nil,
      revocationDate: refundedAt.map(at),
      revocationType: refundedAt.map { _ in OpenEnum(share == nil ? .refundFull : .refundProrated)
      },
      revocationPercentage: share)
  }

  private static func facts(
    _ transactions: [TransactionFact], of id: String = "1", at moment: Int64
  ) -> RefundFacts? {
    RefundFacts(
      of: id, among: [CustomerHistory(environment: .production, transactions: transactions)],
      because: .other, at: at(moment), in: nil)
  }

  @Test("Paid days count until the request, once where periods overlap, and no refunded ones")
  func paidDays() {
    let facts = Self.facts(
      [
        Self.fact("1", bought: 0, until: 30), Self.fact("2", bought: 20, until: 50),
        Self.fact("3", bought: 60, until: 90, refundedAt: 70),
        Self.fact("4", bought: 100, until: 130, refundedAt: 110, share: 60_000),
        Self.fact("5", bought: 140, until: 170, price: 0, free: true),
        Self.fact("6", bought: 180, until: 210), Self.fact("7", bought: 300, until: 330),
      ], of: "6", at: 185)
    // 0…50, 100…110, 180…185.
    #expect(facts?.paidDays == 65)
  }

  @Test("Refunds are those of other purchases before the request, with what they gave back")
  func refunds() {
    let facts = Self.facts(
      [
        Self.fact("1", bought: 0, until: 30, refundedAt: 9),
        Self.fact("2", bought: 30, until: 60, refundedAt: 40),
        Self.fact("3", bought: 60, until: 90, refundedAt: 70, share: 50_000),
        Self.fact("4", bought: 90, until: 120, refundedAt: 101),
        Self.fact("5", bought: 90, until: 120, refundedAt: 95, ownership: .familyShared),
      ], at: 100)
    #expect(facts?.refunds == 2)
    #expect(facts?.refunded == ["EUR": 9990 + 4995])
    #expect(facts?.price == MoneyAmount(milliunits: 9990, currency: "EUR"))
  }

  @Test("A trial that still runs is one, and an unknown purchase has no facts")
  func trial() {
    let trial = Self.fact("1", bought: 0, until: 7, price: 0, free: true)
    #expect(Self.facts([trial], at: 6)?.inTrial == true)
    #expect(Self.facts([trial], at: 7)?.inTrial == false)
    #expect(Self.facts([trial], of: "2", at: 6) == nil)
    #expect(
      Self.facts([Self.fact("1", bought: 0, ownership: .familyShared)], at: 1)?.isFamilyShared
        == true)
  }

  @Test(
    "Amounts are read and written",
    arguments: [
      ("9.99 EUR", 9990, "9.99 EUR"), ("1500 JPY", 1_500_000, "1500 JPY"),
      ("0.005 BHD", 5, "0.005 BHD"), ("1.5 USD", 1500, "1.50 USD"),
    ])
  func amounts(text: String, milliunits: Int64, written: String) {
    let amount = MoneyAmount(text)
    #expect(amount?.milliunits == milliunits)
    #expect(amount?.description == written)
  }

  @Test(
    "What is no amount is refused",
    arguments: [
      "9.99", "EUR 9.99", "-1 EUR", "1.2345 EUR", "1 eur", "1 EURO", "1. EUR", " EUR", "",
    ])
  func noAmount(text: String) { #expect(MoneyAmount(text) == nil) }
}
