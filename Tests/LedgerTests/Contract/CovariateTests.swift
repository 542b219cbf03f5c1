import AppStore
import PaywallCatalog
import Serving
import Subscribers
import Testing

@testable import Ledger

@Suite struct CovariateTests {
  /// Ada has bought for 9.99 and 4.99 USD, half of which was refunded, and 3 EUR; before day 10.
  private static func fill(_ ledger: any Ledger) async throws {
    let half = Sample.purchase("102", chain: "101", bought: 2, price: 4990)
    let facts = [
      Sample.purchase("101", bought: 1),
      Sample.refund(of: half, at: 5, type: .refundProrated, percentage: 50_000),
      Sample.purchase("200", customer: "7050", bought: 3, price: 3000, currency: "EUR"),
      Sample.purchase("103", chain: "101", bought: 4, price: 0, discount: .freeTrial),
      Sample.purchase("104", chain: "101", bought: 6, price: nil, currency: nil),
      Sample.purchase("300", bought: 7, price: 70_000, ownership: .familyShared),
      Sample.purchase("105", chain: "101", bought: 11, price: 1000),
    ]
    for (number, fact) in facts.enumerated() {
      try await ledger.append(Sample.notification("\(number)", fact), at: 12)
    }
    for customer in ["7040", "7050"] {
      try await ledger.link("ada", to: .appTransactionId(customer), at: 12)
    }
  }

  @Test("What was bought before the first exposure is frozen with it", .everyLedger)
  func frozen() async throws {
    try await Self.fill(ledger)
    var exposure = Sample.exposure("1", "ada", origin: .userId, at: 10)
    exposure.details.daysSinceInstall = 40
    try await ledger.record(exposure, at: 13)
    let expected = Covariates(
      before: Sample.day(10), transactions: 5, spend: ["USD": 9990 + 2495, "EUR": 3000],
      unpriced: 1, daysSincePurchase: 10, daysSinceInstall: 40, isComplete: false)
    #expect(try await ledger.covariates(of: "ada") == expected)

    // Later facts do not change it.
    try await ledger.append(
      Sample.notification("late", Sample.purchase("106", chain: "101", bought: 8)),
      at: 14)
    try await ledger.confirmHistory(of: .user("ada"), fetchedAt: 14)
    try await ledger.record(Sample.exposure("3", "ada", "control", origin: .userId, at: 9), at: 15)
    #expect(try await ledger.covariates(of: "ada") == expected)

    // Another phase has its own covariates, with the facts that are known by then.
    try await ledger.record(Sample.exposure("4", "ada", phase: 2, origin: .userId, at: 10), at: 16)
    let second = try await ledger.covariates(of: PhaseKey("price", 2, in: .production))
    #expect(second.map(\.covariates.isComplete) == [true])
    #expect(second.map(\.covariates.spend) == [["USD": 9990 + 2495 + 9990, "EUR": 3000]])
    #expect(second.map(\.covariates.daysSinceInstall) == [nil])
  }

  /// The purchase of day 6 followed from the exposure of day 5, which arrived last.
  @Test("An earlier rendering that arrives later moves what was bought before back", .everyLedger)
  func earlier() async throws {
    for (number, day) in [1, 6].enumerated() {
      let fact = Sample.purchase("\(101 + number)", chain: "101", bought: Double(day), price: 5000)
      try await ledger.append(Sample.notification("\(number)", fact), at: 6)
    }
    try await ledger.link("ada", to: .appTransactionId("7040"), at: 6)
    try await ledger.record(Sample.exposure("1", "ada", origin: .userId, at: 7), at: 7)
    #expect(try await ledger.covariates(of: "ada")?.spend == ["USD": 10_000])
    try await ledger.record(Sample.exposure("2", "ada", origin: .userId, at: 5), at: 8)
    let moved = try #require(try await ledger.covariates(of: "ada"))
    #expect(moved.before == Sample.day(5))
    #expect(moved.spend == ["USD": 5000])
    #expect(moved.transactions == 1)
    // A device that had no customer then has no covariates now.
    try await ledger.record(Sample.exposure("3", "device", at: 7), at: 8)
    try await ledger.record(Sample.exposure("4", "device", at: 5), at: 8)
    #expect(try await ledger.covariates(of: "device") == nil)
  }

  @Test(
    "Unknown is not zero: no customer, no row; a customer who bought nothing has zeros",
    .everyLedger)
  func unknown() async throws {
    try await ledger.append(Sample.notification("n", app: Sample.app("7060")), at: 1)
    try await ledger.link("bob", to: .appTransactionId("7060"), at: 1)
    try await ledger.record(
      Sample.exposure("1", "bob", origin: .userId, at: 2), Sample.exposure("1", "device", at: 2),
      at: 3)
    #expect(try await ledger.covariates(of: "bob") == Covariates(before: Sample.day(2)))
    #expect(try await ledger.covariates(of: "device") == nil)
    #expect(try await ledger.covariates(of: PhaseKey("price", 1, in: .sandbox)) == [])
  }

  @Test("A device is joined to the customer of the user whose alias it surely is", .everyLedger)
  func aliases() async throws {
    let token = Sample.uuid(7)
    try await ledger.append(
      Sample.notification("n", Sample.purchase("101", bought: 1, token: token)),
      at: 1)
    try await ledger.alias("d1", to: token, at: 1)
    _ = try await ledger.claim("d2", token)
    for unit in ["d1", "d2"] {
      try await ledger.record(Sample.exposure("1", unit, at: 2), at: 3)
    }
    #expect(try await ledger.covariates(of: "d1")?.spend == ["USD": 9990])
    #expect(try await ledger.covariates(of: "d2") == nil, "anyone can claim an id")
  }

  @Test("Who is erased leaves none", .everyLedger)
  func erased() async throws {
    try await Self.fill(ledger)
    try await ledger.alias("d1", to: "ada", at: 12)
    for (unit, origin) in [("ada", IdOrigin.userId), ("d1", .anonymousId)] {
      try await ledger.record(Sample.exposure("1", unit, origin: origin, at: 10), at: 13)
    }
    #expect(try await ledger.covariates(of: .price).count == 2)
    // The other customer's user stays, and what rested on the erased one's purchases goes.
    try await ledger.forget(.appTransactionId("7050"), at: 14)
    #expect(try await ledger.variants(of: "ada", "d1").count == 2)
    #expect(try await ledger.covariates(of: .price) == [])
  }

  @Test("No amount overflows", .everyLedger)
  func bounds() async throws {
    for (number, price) in [Int64.max, .max, 5].enumerated() {
      let fact = Sample.purchase("10\(number)", chain: "100", bought: 1, price: price)
      let refunded = Sample.refund(of: fact, at: 2, type: .refundProrated, percentage: 1)
      try await ledger.append(
        Sample.notification("\(number)", number == 1 ? refunded : fact), at: 3)
    }
    try await ledger.link("ada", to: .appTransactionId("7040"), at: 3)
    try await ledger.record(Sample.exposure("1", "ada", origin: .userId, at: 4), at: 5)
    #expect(try await ledger.covariates(of: "ada")?.spend == ["USD": .max])
  }
}
