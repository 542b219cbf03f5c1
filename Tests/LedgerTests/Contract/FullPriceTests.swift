import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

@Suite struct FullPriceTests {
  private static func reports(_ ledger: any Ledger) async throws -> [FullPriceReport] {
    try await page(ledger, since: 0).reports
  }

  private static func page(
    _ ledger: any Ledger, since day: Double, before grant: Int64? = nil, limit: Int = 10
  ) async throws -> FullPricePage {
    try await ledger.fullPricePurchases(grantedSince: Sample.day(day), before: grant, limit: limit)
  }

  /// A customer with a purchase, and an offer that was signed on day 1.
  private static func grant(_ ledger: any Ledger) async throws {
    try await ledger.append(Sample.notification("first", Sample.fact("100", signed: 0)), at: 0)
    let outcomes = try await ledger.grant([Sample.request(Sample.offer(), nonce: 1)], at: 1)
    #expect(outcomes.count == 1)
  }

  @Test(
    "A purchase at full price within the grant's life is reported with what Apple signed",
    .everyLedger)
  func reported() async throws {
    try await Self.grant(ledger)
    #expect(try await Self.reports(ledger) == [])
    let bought = Sample.fact("101", chain: "100", signed: 1.5)
    try await ledger.append(Evidence(transactions: [Sample.transaction(bought)]), at: 1.6)
    let reports = try await Self.reports(ledger)
    #expect(reports.map(\.purchase.transaction.transactionId) == ["101"])
    #expect(reports.first?.purchase.grant.offer == "half")
    #expect(reports.first?.attempts.map(\.nonce) == [Sample.uuid(1)])
    #expect(reports.first?.text == Sample.transaction(bought).text)
    #expect(try await Self.page(ledger, since: 1.2).reports == [])
    let grant = try #require(reports.first?.purchase.grant.id)
    #expect(try await ledger.fullPricePurchases(under: [grant, 999]) == reports)
    #expect(try await ledger.fullPricePurchases(under: []) == [])
  }

  @Test("Grants are looked at page by page, each once", .everyLedger)
  func pages() async throws {
    // Two grants each, of which the second is of a product that was bought at full price.
    for number in 0..<7 {
      let chain = "\(number)00"
      try await ledger.append(
        Sample.notification(
          "first \(number)", Sample.fact(chain, customer: "c\(number)", signed: 0)),
        at: 0)
      let outcomes = try await ledger.grant(
        [
          Sample.request(
            Sample.offer(), customer: CustomerIdentity(appTransactionId: "c\(number)"),
            nonce: number + 1)
        ], at: 1)
      #expect(outcomes.count == 1)
      let bought = Sample.fact("\(number)01", chain: chain, customer: "c\(number)", signed: 1.5)
      try await ledger.append(Evidence(transactions: [Sample.transaction(bought)]), at: 1.6)
    }
    var (found, pages, next) = ([String](), 0, Int64?.none)
    repeat {
      let page = try await Self.page(ledger, since: 0, before: next, limit: 3)
      #expect(page.reports.count <= 3)
      found += page.reports.map(\.purchase.transaction.transactionId)
      next = page.next
      pages += 1
    } while next != nil
    // The newest grant first.
    #expect(found == (0..<7).reversed().map { "\($0)01" })
    #expect(pages == 3)
    // A page of older grants is the last one.
    #expect(try await Self.page(ledger, since: 1.2, limit: 3).next == nil)
  }

  @Test(
    "With the offer, a renewal, another product, before the grant or after its life: no report",
    .everyLedger,
    arguments: [
      Sample.fact("101", chain: "100", signed: 1.5, offer: "half3m"),
      Sample.fact("101", chain: "100", signed: 1.5, reason: .renewal),
      Sample.fact("101", chain: "100", signed: 1.5, product: "com.example.pro.yearly"),
      Sample.fact("101", chain: "100", signed: 1.5, bought: 0.9),
      Sample.fact("101", chain: "100", signed: 2.5, bought: 2.1),
    ])
  func others(_ fact: TransactionFact) async throws {
    try await Self.grant(ledger)
    try await ledger.append(Evidence(transactions: [Sample.transaction(fact)]), at: 3)
    #expect(try await Self.reports(ledger) == [], "\(fact)")
  }
}
