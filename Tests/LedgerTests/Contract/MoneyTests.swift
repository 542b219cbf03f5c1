import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@Suite struct MoneyTests {
  private let bought = Sample.purchase("101", bought: 1)

  @Test(
    "The newest copy of a transaction whose refund was reversed knows of no refund", .everyLedger)
  func reversed() async throws {
    var again = bought
    again.signedDate = Sample.day(20)
    for (number, notification) in [
      Sample.notification("a", type: "SUBSCRIBED", bought),
      Sample.notification("b", type: "REFUND", Sample.refund(of: bought, at: 9)),
      Sample.notification("c", type: "REFUND_REVERSED", again),
      Sample.notification("c", type: "REFUND_REVERSED", again),
    ].enumerated() {
      try await ledger.append(notification, at: Double(10 * number))
    }
    let kept = try #require(try await ledger.only(.appTransactionId("7040"))?.transactions.first)
    #expect(kept.revocationDate == nil)
    #expect([kept.currency, kept.storefront] == ["USD", "USA"])
    #expect(kept.price == 9990)
  }
}
