import AppStore
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import Ledger

@Suite struct NewPurchaseTests {
  /// New purchases are on days 2 and 3, with a token, a link, a sighting and nothing; a renewal,
  /// another product and an earlier purchase are not among them.
  @Test(
    "New purchases of products are counted by day, and whether their buyer is named", .everyLedger)
  func counted() async throws {
    func buy(_ id: String, _ at: Double, token: String? = nil, customer: String? = nil)
      async throws
    {
      var fact = Sample.purchase(
        id, customer: customer ?? "c\(id)", bought: at, price: 20_000, token: token)
      fact.webOrderLineItemId = "w" + id
      fact.expiresDate = Sample.day(40)
      try await ledger.append(Sample.notification("n" + id, fact), at: 9)
      // A restore is no new purchase, whenever it was.
      var copy = Sample.copy(of: fact, id + "9", signed: 8)
      copy.purchaseDate = Sample.day(4)
      try await ledger.append(Sample.notification("r" + id, copy), at: 9)
    }
    try await buy("100", 2, token: "0a1b2c3d-0000-4000-8000-abcdefabcdef")
    try await buy("200", 3)
    try await ledger.link("ada", to: .appTransactionId("c200"), at: 3)
    try await buy("300", 3.5, customer: "7040")
    try await ledger.see(Sample.claim(anonymous: "d1"))
    try await buy("400", 3.75)
    try await buy("500", 3.9)
    try await buy("600", 1)
    let product = Sample.purchase("1", bought: 1, price: 1).productId
    let question = NewPurchases.Question(of: [product], from: Sample.day(2), until: Sample.day(6))
    let found = try await ledger.newPurchases(question, in: .production)
    let day = Int64(Sample.day(0).milliseconds / Timestamp.day)
    #expect(
      Set(found) == [
        NewPurchases(day: day + 2, isNamed: true, count: 1),
        NewPurchases(day: day + 3, isNamed: true, count: 2),
        NewPurchases(day: day + 3, isNamed: false, count: 2),
      ])
    #expect(try await ledger.newPurchases(question, in: .sandbox) == [])
    let other = NewPurchases.Question(of: ["other"], from: Sample.day(0), until: Sample.day(6))
    #expect(try await ledger.newPurchases(other, in: .production) == [])
  }

  /// Apple names `SEAT_ADDITION` on the first purchase of the period too. After the refund of day 6 the
  /// same product is bought anew.
  @Test("Seats that are added to a running period are no new purchase", .everyLedger)
  func seats() async throws {
    func buy(_ id: String, _ bought: Double, isMarked: Bool = true, refunded: Double? = nil)
      async throws
    {
      var fact = Sample.purchase(id, chain: "100", bought: bought)
      fact.webOrderLineItemId = "w" + id
      fact.expiresDate = Sample.day(40)
      fact.seats = Seats()
      fact.additionalReason = isMarked ? OpenEnum(.seatAddition) : nil
      if let refunded { fact = Sample.refund(of: fact, at: refunded) }
      try await ledger.append(Sample.notification("n" + id, fact), at: 9)
    }
    try await buy("100", 2, refunded: 6)
    try await buy("101", 3, refunded: 6)
    try await buy("102", 3, refunded: 6)
    try await buy("103", 7)
    try await buy("104", 8)
    let product = Sample.purchase("1", bought: 1).productId
    let found = try await ledger.newPurchases(
      NewPurchases.Question(of: [product], from: Sample.day(0), until: Sample.day(9)),
      in: .production)
    let day = Int64(Sample.day(0).milliseconds / Timestamp.day)
    #expect(
      Set(found) == [
        NewPurchases(day: day + 2, isNamed: false, count: 1),
        NewPurchases(day: day + 7, isNamed: false, count: 1),
      ])
  }
}
