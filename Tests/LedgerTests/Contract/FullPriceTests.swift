import AppStore
import Ledger
import PaywallCatalog
import PaywallSubscribers
import Testing

@Suite struct FullPriceTests {
  private static func reports(_ ledger: any Ledger) async throws -> [FullPriceReport] {
    try await ledger.fullPricePurchases(grantedSince: Sample.day(0), limit: 10)
  }

  /// A customer with a purchase, and an offer that was signed on day 1.
  private static func grant(_ ledger: any Ledger) async throws {
    _ = try await ledger.append(
      Sample.notification("first", Sample.fact("100", signed: 0)), at: Sample.day(0))
    let outcomes = try await ledger.grant(
      [Sample.request(Sample.offer(), nonce: 1)], at: Sample.day(1))
    #expect(outcomes.count == 1)
  }

  @Test(
    "A purchase at full price within the grant's life is reported with what Apple signed",
    arguments: LedgerKind.allCases)
  func reported(kind: LedgerKind) async throws {
    try await kind.withLedger { ledger in
      try await Self.grant(ledger)
      #expect(try await Self.reports(ledger) == [])
      let bought = Sample.fact("101", chain: "100", signed: 1.5)
      _ = try await ledger.append(
        Evidence(transactions: [Sample.transaction(bought)]), user: nil, at: Sample.day(1.6))
      let reports = try await Self.reports(ledger)
      #expect(reports.map(\.purchase.transaction.transactionId) == ["101"])
      #expect(reports.first?.purchase.grant.offer == "half")
      #expect(reports.first?.attempts.map(\.nonce) == [Sample.uuid(1)])
      #expect(reports.first?.text == Sample.transaction(bought).text)
      #expect(
        try await ledger.fullPricePurchases(grantedSince: Sample.day(1.2), limit: 10) == [])
      #expect(try await ledger.fullPricePurchases(grantedSince: Sample.day(0), limit: 0) == [])
    }
  }

  @Test(
    "With the offer, a renewal, another product, before the grant or after its life: no report",
    arguments: LedgerKind.allCases)
  func others(kind: LedgerKind) async throws {
    for fact in [
      Sample.fact("101", chain: "100", signed: 1.5, offer: "half3m"),
      Sample.fact("101", chain: "100", signed: 1.5, reason: .renewal),
      Sample.fact("101", chain: "100", signed: 1.5, product: "com.example.pro.yearly"),
      Sample.fact("101", chain: "100", signed: 1.5, bought: 0.9),
      Sample.fact("101", chain: "100", signed: 2.5, bought: 2.1),
    ] {
      try await kind.withLedger { ledger in
        try await Self.grant(ledger)
        _ = try await ledger.append(
          Evidence(transactions: [Sample.transaction(fact)]), user: nil, at: Sample.day(3))
        #expect(try await Self.reports(ledger) == [], "\(fact)")
      }
    }
  }
}
