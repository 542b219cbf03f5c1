import AppStore
import PaywallCatalog
import Subscribers
import Testing

@testable import Ledger

/// Covariates and erased sums of visitors who were seen with a customer (`Sighting`).
@Suite struct SeenCustomerTests {
  /// 7040 bought for 9.99 USD on day 1, and 7050 for 5 EUR.
  private static func fill(_ ledger: any Ledger) async throws {
    let facts = [
      Sample.purchase("100", bought: 1),
      Sample.purchase("200", customer: "7050", bought: 1, price: 5000, currency: "EUR"),
    ]
    for fact in facts {
      try await ledger.append(Sample.notification("n" + fact.transactionId, fact), at: 1)
    }
  }

  private static let usd = ["USD": Int64(9990)]
  private static let eur = ["EUR": Int64(5000)]

  @Test(
    "What a visitor's customer had bought is frozen if the two were seen before the exposure",
    .everyLedger)
  func seen() async throws {
    try await Self.fill(ledger)
    #expect(try await ledger.see(Sample.claim(anonymous: "d1"), at: 2) == [.new])
    try await ledger.record(Sample.exposure("1", "d1", at: 10), at: 10)
    let expected = Covariates(
      before: Sample.day(10), transactions: 1, spend: Self.usd, daysSincePurchase: 10)
    #expect(try await ledger.covariates(of: "d1") == expected)
    // The id is no name of the customer, and opens nothing.
    #expect(try await ledger.histories(of: .user("d1")) == [])
    // Later facts change nothing: a proof for another customer, and too many ids. An earlier
    // rendering moves it back, with the customer who was known then.
    for number in 0..<8 {
      try await ledger.see(Sample.claim(anonymous: "many\(number)"), at: 11)
    }
    try await ledger.see(Sample.claim("7050", anonymous: "d1", vouchedBy: .server), at: 12)
    try await ledger.record(Sample.exposure("2", "d1", at: 11), at: 13)
    #expect(try await ledger.covariates(of: "d1") == expected)
    try await ledger.record(Sample.exposure("4", "d1", at: 9), at: 13)
    let moved = Covariates(
      before: Sample.day(9), transactions: 1, spend: Self.usd, daysSincePurchase: 9)
    #expect(try await ledger.covariates(of: "d1") == moved)
    try await ledger.record(Sample.exposure("3", "d1", phase: 2, at: 13), at: 13)
    #expect(
      try await ledger.covariates(of: PhaseKey("price", 2, in: .production))
        .map(\.covariates.spend) == [Self.eur])
  }

  @Test(
    "A customer who is seen after the exposure stays unknown in its phase, and is no zero",
    .everyLedger)
  func later() async throws {
    try await Self.fill(ledger)
    try await ledger.record(Sample.exposure("1", "d1", at: 10), at: 10)
    try await ledger.see(Sample.claim(anonymous: "d1"), at: 11)
    try await ledger.record(Sample.exposure("2", "d1", at: 9), at: 12)
    #expect(try await ledger.covariates(of: .price) == [])
    try await ledger.record(Sample.exposure("3", "d1", phase: 2, at: 12), at: 12)
    #expect(
      try await ledger.covariates(of: PhaseKey("price", 2, in: .production))
        .map(\.covariates.spend) == [Self.usd])
    // A visitor with a customer who bought nothing has zeros.
    try await ledger.add(customers: "7060")
    try await ledger.see(Sample.claim("7060", anonymous: "d2"), at: 12)
    try await ledger.record(Sample.exposure("1", "d2", at: 13), at: 13)
    #expect(try await ledger.covariates(of: "d2") == Covariates(before: Sample.day(13)))
  }

  @Test(
    "The rules of sightings hold: the first customer, eight ids, and each id as what it was sent",
    .everyLedger)
  func rules() async throws {
    try await Self.fill(ledger)
    try await ledger.see(Sample.claim(anonymous: "d1"))
    #expect(try await ledger.see(Sample.claim("7050", anonymous: "d1")) == [.contested])
    for number in 0..<9 {
      try await ledger.see(Sample.claim("7050", anonymous: "many\(number)"))
    }
    // An upper-case UUID is the same id as the lower-case one.
    let id = "0A1B2C3D-0000-4000-8000-ABCDEFABCDEF"
    try await ledger.see(Sample.claim(anonymous: id.lowercased()))
    try await ledger.see(Sample.claim(anonymous: "ada"))
    try await ledger.record(
      Sample.exposure("1", "d1", at: 2), Sample.exposure("1", "many1", at: 2),
      Sample.exposure("1", id, at: 2), Sample.exposure("1", "ada", origin: .userId, at: 2), at: 2)
    #expect(try await ledger.covariates(of: "d1")?.spend == Self.usd)
    #expect(try await ledger.covariates(of: "many1") == nil, "the customer is set aside")
    #expect(try await ledger.covariates(of: id)?.spend == Self.usd)
    #expect(try await ledger.covariates(of: "ada") == nil, "no user was seen")
    #expect(try await ledger.covariates(of: PhaseKey("price", 1, in: .sandbox)) == [])
  }

  @Test(
    "A link or a token goes before what anyone could have sent, and a proof beside it",
    .everyLedger)
  func links() async throws {
    try await Self.fill(ledger)
    for user in ["ada", "bob"] {
      try await ledger.link(user, to: .appTransactionId("7040"), at: 1)
    }
    try await ledger.see(Sample.claim("7050", user: "ada"))
    try await ledger.see(Sample.claim("7050", user: "bob", vouchedBy: .proof))
    try await ledger.see(Sample.claim("7050", user: "cid"))
    for user in ["ada", "bob", "cid"] {
      try await ledger.record(Sample.exposure("1", user, origin: .userId, at: 2), at: 2)
    }
    #expect(try await ledger.covariates(of: "ada")?.spend == Self.usd)
    #expect(
      try await ledger.covariates(of: "bob")?.spend
        == Self.usd.merging(Self.eur) { first, _ in first })
    #expect(try await ledger.covariates(of: "cid")?.spend == Self.eur)
  }

  @Test(
    "After a login a person's customers are those of all ids that are surely theirs", .everyLedger)
  func login() async throws {
    try await Self.fill(ledger)
    // A customer who bought on one device, and was seen as a user on another.
    try await ledger.see(Sample.claim(anonymous: "d1"))
    try await ledger.see(Sample.claim("7050", user: "ada"))
    for device in ["d1", "d2"] {
      try await ledger.alias(device, to: "ada", at: 1)
    }
    _ = try await ledger.claim("d3", "ada")
    try await ledger.see(Sample.claim(anonymous: "d4"))
    _ = try await ledger.claim("d4", "eve")
    try await ledger.record(
      Sample.exposure("1", "ada", origin: .userId, at: 2), Sample.exposure("1", "d1", at: 2),
      Sample.exposure("1", "d2", at: 2), Sample.exposure("1", "d3", at: 2),
      Sample.exposure("1", "eve", origin: .userId, at: 2), at: 2)
    let both = Self.usd.merging(Self.eur) { first, _ in first }
    for unit in ["ada", "d1", "d2"] {
      #expect(try await ledger.covariates(of: unit)?.spend == both, "\(unit)")
    }
    #expect(try await ledger.covariates(of: "d3") == nil, "anyone can claim an id")
    #expect(try await ledger.covariates(of: "eve") == nil, "nor gets a user what a device bought")
  }

  @Test(
    "Erasing a customer erases what was frozen of their purchases, and no visitor", .everyLedger)
  func customer() async throws {
    try await Self.fill(ledger)
    let id = "0A1B2C3D-0000-4000-8000-ABCDEFABCDEF"
    for unit in ["d1", id, "d2"] { try await ledger.see(Sample.claim(anonymous: unit)) }
    try await ledger.see(Sample.claim("7050", anonymous: "d3"))
    for unit in ["d1", id, "d2", "d3"] {
      try await ledger.record(Sample.exposure("1", unit, at: 2), at: 2)
    }
    // By now the id belongs to another customer.
    try await ledger.see(Sample.claim("7050", anonymous: "d2", vouchedBy: .server), at: 3)
    #expect(try await ledger.forget(.appTransactionId("7040"), at: 4) == 1)
    #expect(try await ledger.covariates(of: .price).map(\.unit) == ["d3"])
    #expect(try await ledger.counts() == ["trial 4 units, 0 repeats, 0 conflicts, 0 held"])
  }

  @Test("What an erased customer bought stays in the totals of the visitors who stay", .everyLedger)
  func losses() async throws {
    try await Self.fill(ledger)
    try await ledger.see(Sample.claim(anonymous: "d1"))
    try await ledger.record(
      Sample.exposure("1", "d1", at: 2), Sample.exposure("2", "d1", at: 2.5), at: 3)
    for (id, price) in [("101", Int64(20_000)), ("102", 5000)] {
      let fact = Sample.purchase(id, chain: "100", bought: 4, price: price)
      try await ledger.append(Sample.notification("n" + id, fact), at: 4)
    }
    try await ledger.forget(.appTransactionId("7040"), at: 5, leaving: PurchaseCount())
    // The visitor is no unit of the cells, and is a person without a purchase by now.
    #expect(try await Self.left(in: ledger) == [[0: -1, 3: 1]])
    #expect(try await ledger.counts() == ["trial 1 units, 1 repeats, 0 conflicts, 0 held"])
    // Once the visitor goes, too, nothing counts twice.
    try await ledger.forget(.user("d1"), at: 9, leaving: PurchaseCount())
    #expect(try await Self.left(in: ledger) == [[0: 0, 3: 1]])
    #expect(
      try await ledger.erasedCells(of: .price).map(\.counts).filter { $0.units > 0 }
        == [ExposureCounts(variant: "trial", units: 1, repeats: 1)])
  }

  /// How many persons with how many purchases go on to count.
  private static func left(in ledger: any Ledger) async throws -> [[Int64: Int]] {
    try await ledger.erasedCells(of: .price).map(\.purchaseCounts).filter { !$0.isEmpty }
  }

  @Test(
    "What a user bought whose id is a token in upper case stays in the totals, too", .everyLedger)
  func upperCase() async throws {
    let token = "0a1b2c3d-0000-4000-8000-abcdefabcdef"
    let user = token.uppercased()
    try await ledger.record(Sample.exposure("1", user, origin: .userId, at: 1), at: 1)
    let fact = Sample.purchase("100", bought: 2, price: 20_000, token: token)
    try await ledger.append(Sample.notification("n", fact), at: 2)
    try await ledger.forget(.appTransactionId("7040"), at: 3, leaving: PurchaseCount())
    #expect(try await Self.left(in: ledger) == [[1: 1]])
  }

  @Test(
    "An erased visitor leaves what the customer bought as sums, and the customer stays",
    .everyLedger)
  func visitor() async throws {
    try await Self.fill(ledger)
    try await ledger.see(Sample.claim(anonymous: "d1"))
    try await ledger.record(
      Sample.exposure("1", "d1", at: 2), Sample.exposure("1", "d2", at: 2), at: 2)
    try await ledger.see(Sample.claim("7050", anonymous: "d2"), at: 3)
    for (id, customer, currency) in [("101", "7040", "USD"), ("201", "7050", "EUR")] {
      let fact = Sample.purchase(
        id, chain: id.prefix(1) + "00", customer: customer, bought: 4, price: 20_000,
        currency: currency)
      try await ledger.append(Sample.notification("n" + id, fact), at: 4)
    }
    for unit in ["d1", "d2"] {
      try await ledger.forget(.user(unit), at: 9, leaving: PurchaseCount())
    }
    // Each had a purchase before the exposure, and one after it.
    #expect(try await Self.left(in: ledger) == [[2: 2]])
    let cells = try await ledger.erasedCells(of: .price)
    #expect(cells.map(\.counts.units).reduce(0, +) == 2)
    let spent = cells.flatMap { $0.values.filter { $0.key.metric == PurchaseCount.name }.values }
    #expect(spent.map(\.spendBefore) == [9990])
    #expect(try await ledger.covariates(of: .price) == [])
    #expect(
      try await ledger.histories(of: .appTransactionId("7040"))
        .flatMap(\.transactions).count == 2)
  }

  @Test(
    "What rests on a purchase whose customer Apple names later is found when that one is erased",
    .everyLedger)
  func named() async throws {
    try await ledger.add(customers: "7040")
    let nameless = Sample.purchase("300", customer: nil, bought: 1)
    try await ledger.append(Sample.notification("n1", nameless), at: 1)
    try await ledger.see(Sample.provisional("d1", bought: "300"))
    try await ledger.record(Sample.exposure("1", "d1", at: 2), at: 2)
    let named = Sample.purchase("301", chain: "300", bought: 3)
    try await ledger.append(Sample.notification("n2", named), at: 3)
    #expect(try await ledger.covariates(of: "d1")?.spend == Self.usd)
    try await ledger.forget(.appTransactionId("7040"), at: 4)
    #expect(try await ledger.covariates(of: "d1") == nil)
  }
}
