import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

/// `balance.changed` and `balance.overdrawn`.
@Suite("Events of balances") struct BalanceEventTests {
  private static let apple = CustomerName.appTransactionId("7040")

  @Test("each change is told with its cause and the balance after it", .everyLedger)
  func told() async throws {
    try await ledger.setCredits(Sample.credited)
    try await ledger.follow([.balanceChanged, .balanceOverdrawn])
    let fact = Sample.coins("501", quantity: 1)
    try await ledger.append("a", fact, at: 1)
    try await ledger.append("b", fact, at: 1.1)
    try await ledger.post(Sample.spend("order", 60), to: Self.apple, at: 1.2)
    try await ledger.post(Sample.spend("order", 60), to: Self.apple, at: 1.3)
    try await ledger.post(Sample.spend("more", 60), to: Self.apple, at: 1.3)
    try await ledger.append("c", fact.refunded(20_000, at: 1.4), at: 1.4)
    try await ledger.append("d", fact.refunded(40_000, at: 1.4).signed(at: 1.5), at: 1.5)
    try await ledger.append("e", fact.refunded(60_000, at: 1.4).signed(at: 1.6), at: 1.6)
    try await ledger.append("f", fact.refunded(at: 1.4).signed(at: 1.7), at: 1.7)
    try await ledger.append("g", fact.restored(at: 1.8), at: 1.8)
    try await ledger.post(Sample.correction("sorry", 5), to: .user("eve"), at: 1.9)
    let events = try await ledger.webhooks()
    #expect(
      events.map { "\($0.type) \($0.data.word("cause")) \($0.data.word("balance"))" } == [
        "balance.changed purchase 100", "balance.changed spend 40",
        "balance.changed refund 20", "balance.changed refund 0",
        "balance.changed refund -20", "balance.overdrawn refund -20",
        "balance.changed refund -60", "balance.changed refundReversed 40",
        "balance.changed correction 5",
      ])
    #expect(Set(events.map(\.id)).count == events.count)
    #expect(
      events[1].data
        == #"{"environment":"production","appTransactionId":"7040","cause":"spend","id":"order","currency":"coins","by":"backend","amount":-60,"balance":40}"#
    )
    for part in [
      #""transactionId":"501""#, #""productId":"coins_100""#, #""currency":"coins""#,
      #""amount":100"#,
    ] {
      #expect(events[0].data.contains(part), "\(part)")
    }
    #expect(events.last?.data.contains(#""userId":"eve""#) == true)
  }

  @Test("a purchase of a month ago is told to nobody, and is credited", .everyLedger)
  func history() async throws {
    try await ledger.setCredits(Sample.credited)
    try await ledger.follow([.balanceChanged])
    try await ledger.append("a", Sample.coins("501", quantity: 1), at: 31)
    #expect(try await ledger.webhooks() == [])
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 100])
  }

  @Test("events go with the person", .everyLedger)
  func erased() async throws {
    try await ledger.setCredits(Sample.credited)
    try await ledger.follow([.balanceChanged])
    try await ledger.append("a", Sample.coins("501", quantity: 1), at: 1)
    try await ledger.post(Sample.spend("order", 60), to: Self.apple, at: 1)
    #expect(try await ledger.webhooks().count == 2)
    #expect(try await ledger.forget(Self.apple, at: 2) == 1)
    #expect(try await ledger.webhooks() == [])
  }
}

extension TransactionFact {
  fileprivate func signed(at days: Double) -> TransactionFact {
    var fact = self
    fact.signedDate = Sample.day(days)
    return fact
  }
}

extension String {
  /// The value of a member of a JSON object without objects in it.
  fileprivate func word(_ name: String) -> String {
    let value = split(separator: "\"\(name)\":").last ?? ""
    return value.prefix { $0 != "," && $0 != "}" }.filter { $0 != "\"" }
  }
}
