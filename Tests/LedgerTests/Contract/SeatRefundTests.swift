import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Refunds of seats, and refunds that only a notification reports.
@Suite struct SeatRefundTests {
  /// Four seats for 9.99 each; some of them were revoked by the day of the copy.
  private static func seats(revoked: Int? = nil, signed: Double) -> TransactionFact {
    var fact = Sample.purchase("101", bought: 1, price: 39_960)
    fact.signedDate = Sample.day(signed)
    fact.quantity = 4
    fact.seats = Seats(
      averagePrice: 9990, tiers: [SeatTier(price: 9990, quantity: 4)], revoked: revoked)
    fact.seatRevocations = revoked.map { [SeatRevocation(quantity: $0, at: fact.signedDate)] } ?? []
    return fact
  }

  @Test(
    "Each refund of seats takes its share from the day of its first copy, in any order of arrival",
    arguments: LedgerKind.allCases)
  func seats(kind: LedgerKind) async throws {
    let notifications = [
      Sample.notification("a", type: "SUBSCRIBED", Self.seats(signed: 1)),
      Sample.notification("b", type: "REFUND", Self.seats(revoked: 1, signed: 4)),
      Sample.notification("c", type: "DID_CHANGE_RENEWAL_PREF", Self.seats(revoked: 1, signed: 6)),
      Sample.notification("d", type: "REFUND", Self.seats(revoked: 3, signed: 8)),
    ]
    var random = SplitMix(state: 11)
    for _ in 0..<6 {
      try await kind.withLedger { ledger async throws in
        for notification in notifications.shuffled(using: &random) {
          try await ledger.append(notification, at: 20)
        }
        let history = try #require(try await ledger.only(.appTransactionId("7040")))
        for (now, left) in [(3.0, 39_960), (5, 29_970), (9, 9990)] as [(Double, Int64)] {
          #expect(history.subscriber(at: Sample.day(now)).spend == ["USD": left], "day \(now)")
        }
      }
    }
  }

  @Test(
    "A revocation is a refund by its notification, also once a later copy says nothing of it",
    .everyLedger, arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]])
  func byNotification(_ order: [Int]) async throws {
    let bought = Sample.purchase("101", bought: 1)
    let switched = Sample.purchase("102", chain: "102", bought: 1)
    var later = Sample.refund(of: bought, at: 9, reason: nil)
    later.signedDate = Sample.day(30)
    let notifications = [
      Sample.notification("a", type: "SUBSCRIBED", bought),
      Sample.notification("b", type: "REFUND", Sample.refund(of: bought, at: 9, reason: nil)),
      Sample.notification("c", type: "DID_CHANGE_RENEWAL_STATUS", later),
      Sample.notification(
        "d", type: "DID_CHANGE_RENEWAL_PREF", Sample.refund(of: switched, at: 9, reason: 2)),
    ]
    for index in order { _ = try await ledger.append(notifications[index], at: 40) }
    let history = try #require(try await ledger.only(.appTransactionId("7040")))
    let subscriber = history.subscriber(at: Sample.day(40))
    #expect(subscriber.spend == ["USD": 9990])
    #expect(subscriber.refunds == 1)
    #expect(history.transactions.map(\.isRevocationNotUnderstood) == [false, true])
  }
}
