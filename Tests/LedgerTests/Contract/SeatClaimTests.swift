import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// The members of a purchase's seats, and their access. A period lasts 30 days from
/// 5 January 2026.
@Suite("Seats of members") struct SeatClaimTests {
  private static let end = "pro seat until 2026-02-04"

  @Test(
    "a member has the entitlements of the purchase while it runs and the claim holds", .everyLedger)
  func access() async throws {
    // The record may come before the purchase.
    #expect(try await ledger.claim("a", for: Sample.ada, at: 1).word == "new")
    #expect(try await ledger.access(of: Sample.ada, at: 1) == [])
    try await ledger.append("n", Sample.group(), at: 1)
    #expect(try await ledger.claim("b", for: Sample.bob, at: 2).word == "new")
    for member in [Sample.ada, Sample.bob] {
      #expect(try await ledger.access(of: member, at: 2) == [Self.end])
      #expect(try await ledger.access(of: member, at: 30) == [])
    }
    let renewal = Sample.group("101", signed: 30, bought: 30, reason: .renewal)
    try await ledger.append("m", renewal, at: 30)
    #expect(try await ledger.access(of: Sample.ada, at: 30) == ["pro seat until 2026-03-06"])
    #expect(try await ledger.unclaim("a", at: 31)?.claim.ended?.by == .server)
    #expect(try await ledger.access(of: Sample.ada, at: 31) == [])
    #expect(try await ledger.access(of: Sample.bob, at: 31) == ["pro seat until 2026-03-06"])
    // A member pays nothing: no purchase of theirs is known.
    #expect(
      try await ledger.histories(of: .appTransactionId("7055"), in: .production).allSatisfy {
        $0.transactions.isEmpty && $0.seats.isEmpty
      })
    #expect(try await ledger.histories(of: .user("ada"), in: .production).isEmpty)
  }

  @Test(
    "a claim is one person's, a person has one seat, and a repeat changes nothing", .everyLedger)
  func one() async throws {
    #expect(try await ledger.claim("a", for: Sample.ada, at: 1).word == "new")
    #expect(try await ledger.claim("a", for: Sample.ada, at: 2).word == "same")
    #expect(try await ledger.claim("a", for: Sample.bob, at: 2).word == "taken")
    #expect(try await ledger.claim("b", for: Sample.ada, at: 2).word == "seated on a")
    // Another subscription has seats and claims of its own.
    #expect(try await ledger.claim("a", for: Sample.ada, of: "200", at: 2).word == "unknown")
    #expect(try await ledger.claim("c", for: Sample.ada, of: "200", at: 2).word == "new")
    #expect(try await ledger.unclaim("a", of: "200", at: 3) == nil)
    #expect(
      try await ledger.claim("a", for: Sample.ada, at: 2, in: .sandbox).word == "new")
    // A claim that has ended stays so, and the next one is another seat.
    #expect(try await ledger.unclaim("a", at: 4)?.claim.ended?.at == Sample.day(4))
    #expect(try await ledger.unclaim("a", at: 5)?.claim.ended?.at == Sample.day(4))
    #expect(try await ledger.claim("a", for: Sample.ada, at: 6).word == "ended")
    #expect(try await ledger.claim("d", for: Sample.ada, at: 6).word == "new")
    let seats = try await ledger.seats(of: "100", in: .production)
    #expect(seats.map(\.claim.id) == ["a", "d"])
    #expect(seats.map(\.member) == [Sample.ada, Sample.ada])
  }

  @Test("two user ids have no two seats for one customer of Apple", .everyLedger)
  func oneCustomer() async throws {
    let ada = SeatMember(userId: "ada", appTransactionId: "7055")
    let eva = SeatMember(userId: "eva", appTransactionId: "7055")
    try await ledger.claim("a", for: ada, at: 1)
    #expect(try await ledger.claim("b", for: eva, at: 1).word == "seated on a")
    #expect(try await ledger.seats(of: "100", in: .production).map(\.member) == [ada])
    try await ledger.unclaim("a", at: 2)
    #expect(try await ledger.claim("b", for: eva, at: 3).word == "new")
  }

  @Test("a claim that ended stays so when its member was erased", .everyLedger)
  func erasedAfterItsEnd() async throws {
    try await ledger.append("n", Sample.group(), at: 1)
    try await ledger.claim("a", for: Sample.ada, at: 1)
    try await ledger.unclaim("a", at: 2)
    try await ledger.forget(.user("ada"), at: 3)
    #expect(try await ledger.seats(of: "100", in: .production).map(\.member) == [SeatMember()])
    // Apple answers the same request with the seat that it no longer counts.
    #expect(try await ledger.claim("a", for: Sample.ada, at: 4).word == "ended")
    #expect(try await ledger.access(of: Sample.ada, at: 4) == [])
  }

  @Test("a seat of a user id gets a customer of Apple, who then has the access too", .everyLedger)
  func associated() async throws {
    try await ledger.append("n", Sample.group(), at: 1)
    #expect(try await ledger.claim("a", for: Sample.bob, isKnown: true, at: 1).word == "unknown")
    try await ledger.claim("a", for: Sample.ada, at: 1)
    #expect(try await ledger.access(of: Sample.bob, at: 2) == [])
    #expect(try await ledger.claim("a", for: Sample.bob, isKnown: true, at: 2).word == "new")
    #expect(try await ledger.claim("a", for: Sample.bob, isKnown: true, at: 3).word == "same")
    // The row of a user's seat is no customer of Apple.
    let row = SeatMember(appTransactionId: "user:ada")
    #expect(try await ledger.claim("b", for: row, at: 3).word == "unknown")
    let other = SeatMember(appTransactionId: "7056")
    #expect(try await ledger.claim("a", for: other, isKnown: true, at: 3).word == "taken")
    for member in [Sample.ada, Sample.bob] {
      #expect(try await ledger.access(of: member, at: 3) == [Self.end])
    }
    let seats = try await ledger.seats(of: "100", in: .production)
    #expect(seats.map(\.member) == [SeatMember(userId: "ada", appTransactionId: "7055")])
    try await ledger.unclaim("a", at: 4)
    for member in [Sample.ada, Sample.bob] {
      #expect(try await ledger.access(of: member, at: 4) == [])
    }
  }

  @Test("the App Store takes seats back, also before they are recorded", .everyLedger)
  func taken() async throws {
    try await ledger.append("n", Sample.group(), at: 1)
    try await ledger.claim("a", for: Sample.ada, at: 1)
    try await ledger.append(
      Sample.unclaimed("u", ["a", "b"], of: "100", in: .production, signed: 2), at: 3)
    #expect(try await ledger.access(of: Sample.ada, at: 3) == [])
    #expect(try await ledger.claim("b", for: Sample.bob, at: 4).word == "ended")
    #expect(try await ledger.access(of: Sample.bob, at: 4) == [])
    let seats = try await ledger.seats(of: "100", in: .production)
    #expect(
      seats.map(\.claim.ended)
        == [SeatClaim.Ending](
          repeating: .init(at: Sample.day(2), by: .appStore), count: 2))
    // A claim of another purchase is not ended, and one without a purchase is found by its id.
    try await ledger.claim("c", for: Sample.ada, at: 4)
    try await ledger.append(
      Sample.unclaimed("v", ["c"], of: "200", in: .production, signed: 5), at: 5)
    try await ledger.append(
      Sample.unclaimed("w", ["c"], of: nil, in: .sandbox, signed: 5), at: 5)
    #expect(try await ledger.access(of: Sample.ada, at: 5) == [Self.end])
    try await ledger.append(
      Sample.unclaimed("x", ["c"], of: nil, in: .production, signed: 6), at: 6)
    #expect(try await ledger.access(of: Sample.ada, at: 6) == [])
  }

  @Test("fewer seats put nobody out, and a refund of all seats everybody", .everyLedger)
  func fewer() async throws {
    try await ledger.append("n", Sample.group(), at: 1)
    for (id, user) in [("a", "ada"), ("b", "eva")] {
      try await ledger.claim(id, for: SeatMember(userId: user), at: 1)
    }
    try await ledger.append(
      "m", Sample.group("101", seats: 1, signed: 30, bought: 30, reason: .renewal), at: 30)
    for user in ["ada", "eva"] {
      #expect(
        try await ledger.access(of: SeatMember(userId: user), at: 31)
          == ["pro seat until 2026-03-06"])
    }
    var refunded = Sample.group(
      "101", seats: 1, revoked: 1, signed: 32, bought: 30, reason: .renewal)
    refunded.revocationDate = Sample.day(32)
    try await ledger.append("o", refunded, at: 32)
    #expect(try await ledger.access(of: Sample.ada, at: 32) == [])
  }

  @Test("a purchase that ended and was made anew begins without the claims of before", .everyLedger)
  func anew() async throws {
    try await ledger.append("n", Sample.group(), at: 1)
    try await ledger.claim("a", for: Sample.ada, at: 1)
    // Seats that are added are a purchase within the period.
    try await ledger.append("m", Sample.group("101", signed: 10, bought: 10), at: 10)
    #expect(try await ledger.access(of: Sample.ada, at: 11) == ["pro seat until 2026-02-14"])
    try await ledger.append("o", Sample.group("102", signed: 60, bought: 60), at: 60)
    #expect(try await ledger.access(of: Sample.ada, at: 61) == [])
    try await ledger.claim("b", for: Sample.bob, at: 61)
    #expect(try await ledger.access(of: Sample.bob, at: 61) == ["pro seat until 2026-04-05"])
  }

  @Test("erasing a member or the payer erases who had a seat", .everyLedger)
  func erased() async throws {
    try await ledger.append("n", Sample.group(), at: 1)
    try await ledger.claim("a", for: Sample.ada, at: 1)
    try await ledger.claim("b", for: Sample.bob, at: 1)
    #expect(try await ledger.isRecorded("ada", in: .production))
    #expect(try await ledger.forget(.user("ada"), at: 2) == 0)
    #expect(try await ledger.isRecorded("ada", in: .production) == false)
    #expect(try await ledger.seats(of: "100", in: .production).map(\.member) == [Sample.bob])
    #expect(try await ledger.forget(.appTransactionId("7040"), at: 3) == 1)
    #expect(try await ledger.seats(of: "100", in: .production) == [])
    #expect(try await ledger.access(of: Sample.bob, at: 3) == [])
  }
}
