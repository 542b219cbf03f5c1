import AppStore
import Ledger
import PaywallCatalog
import PaywallSubscribers
import Testing
import TestSupport

@Suite struct MoneyTests {
  private let bought = Sample.purchase("101", bought: 1)

  @Test(
    "A refund and its reversal stay, though the newest copy of the transaction knows of neither",
    .everyLedger)
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
    #expect(
      try await ledger.money() == [
        "refund 101 at 9, received 10, reason 1", "refundReversed 101 at 20, received 20",
      ])
    let kept = try #require(try await ledger.only(.appTransactionId("7040"))?.transactions.first)
    #expect(kept.revocationDate == nil)
    #expect([kept.currency, kept.storefront] == ["USD", "USA"])
    #expect(kept.price == 9990)
  }

  @Test("The events do not depend on the order of arrival", arguments: LedgerKind.allCases)
  func order(kind: LedgerKind) async throws {
    let other = Sample.purchase("102", chain: "101", customer: nil, bought: 31)
    let notifications = [
      Sample.notification("a", type: "SUBSCRIBED", bought),
      Sample.notification("b", type: "REFUND", Sample.refund(of: bought, at: 9)),
      Sample.notification("c", type: "REFUND_REVERSED", bought),
      Sample.notification(
        "d", type: "REFUND",
        Sample.refund(of: other, at: 40, type: .refundProrated, percentage: 50_000)),
      Sample.notification(
        "e", type: "REVOKE",
        Sample.refund(
          of: Sample.purchase("103", bought: 2, ownership: .familyShared), at: 41,
          type: .familyRevoke)),
    ]
    var random = SplitMix(state: 5)
    for _ in 0..<8 {
      try await kind.withLedger { ledger async throws in
        for notification in notifications.shuffled(using: &random) {
          try await ledger.append(notification, at: 50)
        }
        #expect(
          try await ledger.money() == [
            "refundReversed 101 at 1, received 50", "refund 101 at 9, received 50, reason 1",
            "refund 102 at 40, received 50, reason 1, share 50000",
          ])
      }
    }
  }

  @Test("Who is erased leaves no event", .everyLedger)
  func erased() async throws {
    try await ledger.append(
      Sample.notification("b", type: "REFUND", Sample.refund(of: bought, at: 9)),
      at: 10)
    #expect(try await ledger.money().count == 1)
    try await ledger.forget(.appTransactionId("7040"), at: 11)
    try await ledger.append(Sample.notification("n", Sample.purchase("101", bought: 1)), at: 12)
    #expect(try await ledger.money() == [])
  }
}
