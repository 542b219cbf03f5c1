import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

/// `entitlement.changed` for members who have a seat of another customer's purchase.
@Suite("Events of members") struct SeatEventTests {
  private static let payer = "7040"

  /// The causes and states that were told of one member, in their order.
  private func told(_ member: String, at days: Double) async throws -> [String] {
    _ = try await ledger.tellDue(at: days)
    return try await ledger.webhooks().filter { $0.data.contains(member) }.map {
      let change = try EntitlementChange($0)
      return "\(change.cause): \(change.before) -> \(change.after)"
    }
  }

  @Test(
    "a member is told of the claim, of the purchase's renewal and end, and of the end of the seat",
    .everyLedger)
  func member() async throws {
    try await ledger.follow()
    try await ledger.append("n", Sample.group(), at: 0)
    try await ledger.claim("a", for: Sample.ada, at: 1)
    try await ledger.claim("a", for: Sample.ada, at: 1)
    var expected = ["seat: none -> pro 2026-02-04"]
    #expect(try await told(#""userId":"ada""#, at: 2) == expected)
    let event = try #require(try await ledger.webhooks().last)
    for part in [
      #""source":"seat""#, #""seatClaimId":"a""#, #""originalTransactionId":"100""#,
      #""inGracePeriod":false,"source":"seat"}"#,
    ] {
      #expect(event.data.contains(part), "\(part)")
    }
    let renewal = Sample.group("101", signed: 29.9, bought: 30, reason: .renewal)
    try await ledger.append("m", renewal, at: 29.9)
    _ = try await told("ada", at: 30)
    try await ledger.unclaim("a", at: 31)
    try await ledger.unclaim("a", at: 32)
    try await ledger.claim("b", for: Sample.ada, at: 33)
    let all = try await told(#""userId":"ada""#, at: 61)
    expected += [
      "seatEnded: pro 2026-03-06 -> none", "seat: none -> pro 2026-03-06",
      "time: pro 2026-03-06 -> none",
    ]
    #expect(all.first == expected.first && Array(all.suffix(3)) == Array(expected.suffix(3)))
    // Between them the renewal, which is told once.
    #expect(all.count == 5 && all[1].hasSuffix("pro 2026-02-04 -> pro 2026-03-06"), "\(all)")
    #expect(Set(try await ledger.webhooks().map(\.id)).count == (try await ledger.webhooks().count))
  }

  @Test("both names of a member are told, each as of its own", .everyLedger)
  func both() async throws {
    try await ledger.follow()
    try await ledger.append("n", Sample.group(), at: 0)
    try await ledger.claim("a", for: SeatMember(userId: "ada", appTransactionId: "7055"), at: 1)
    try await ledger.append(
      Sample.unclaimed("u", ["a"], of: "100", in: .production, signed: 2), at: 2)
    for name in [#""userId":"ada""#, #""appTransactionId":"7055""#] {
      #expect(
        try await told(name, at: 3)
          == ["seat: none -> pro 2026-02-04", "seatEnded: pro 2026-02-04 -> none"])
    }
  }

  @Test("a member hears of a refund of the purchase, and of the payer's erasure", .everyLedger)
  func lost() async throws {
    try await ledger.follow()
    try await ledger.append("n", Sample.group(), at: 0)
    try await ledger.claim("a", for: Sample.ada, at: 1)
    var refunded = Sample.group(revoked: 3, signed: 2)
    refunded.revocationDate = Sample.day(2)
    refunded.purchaseDate = Sample.day(0)
    refunded.expiresDate = Sample.day(30)
    try await ledger.append("m", refunded, at: 2)
    let ends = ["seat: none -> pro 2026-02-04", "revocation: pro 2026-02-04 -> none"]
    #expect(try await told(#""userId":"ada""#, at: 3) == ends)
    try await ledger.append("o", Sample.group("200", chain: "200", signed: 4), at: 4)
    try await ledger.claim("b", for: Sample.ada, of: "200", at: 5)
    try await ledger.forget(.appTransactionId(Self.payer), at: 6)
    #expect(
      try await told(#""userId":"ada""#, at: 7)
        == ends + ["seat: none -> pro 2026-02-08", "seatEnded: pro 2026-02-08 -> none"])
  }
}
