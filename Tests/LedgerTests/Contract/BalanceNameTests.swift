import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

/// Balances of users with several customers, and of persons with two names at Apple.
@Suite("Balances of several names") struct BalanceNameTests {
  private static let ada = CustomerName.user("ada")
  private static let apple = CustomerName.appTransactionId("7040")
  private static let other = CustomerName.appTransactionId("7050")
  /// A user id that can be an `appAccountToken`.
  private static let uuid = "6f1f1c3e-0d9a-4c39-9c39-5b0a2ad6b6f1"

  @Test("a user id spends its own units first, then those of linked customers", .everyLedger)
  func user() async throws {
    try await ledger.setCredits(Sample.credited)
    #expect(
      try await ledger.post(Sample.spend("0", 1), to: Self.ada) == .insufficient(balance: 0))
    #expect(try await ledger.balance(of: Self.ada, in: .production, newest: 1) == nil)
    try await ledger.post(Sample.correction("gift", 20), to: Self.ada)
    for (number, name) in ["7040", "7050"].enumerated() {
      try await ledger.append(
        name, Sample.coins("50\(number)", customer: name, quantity: 1), at: 1)
      try await ledger.link("ada", to: .appTransactionId(name), at: 1)
    }
    #expect(try await ledger.balances(of: Self.ada) == ["coins": 220])
    let spend = Sample.spend("order", 130)
    #expect(try await ledger.post(spend, to: Self.ada) == .posted(balance: 90, isNew: true))
    #expect(try await ledger.post(spend, to: Self.ada) == .posted(balance: 90, isNew: false))
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 0])
    #expect(try await ledger.balances(of: Self.other) == ["coins": 90])
    // The row of the id is no customer of Apple's.
    #expect(
      try await ledger.post(Sample.spend("other", 1), to: .appTransactionId("user:ada"))
        == .unknownCustomer)
    // The id's own records are its own units, and those of a customer the customer's.
    #expect(
      try await ledger.givenHistory(of: nil, user: "ada", in: .production)?.balances
        == ["coins": 0])
    #expect(
      try await ledger.givenHistory(of: Self.other, user: nil, in: .production)?.balances
        == ["coins": 90])
  }

  @Test(
    "two names of one person are one balance, and postings move with their purchase", .everyLedger)
  func moved() async throws {
    try await ledger.setCredits(Sample.credited)
    try await ledger.append("a", Sample.coins("501", customer: nil, quantity: 1), at: 1)
    let chain = CustomerName.originalTransactionId("501")
    try await ledger.post(Sample.spend("1", 10), to: chain)
    // The provisional customer takes its name, and then Apple names another one.
    try await ledger.append("b", Sample.coins("501", bought: 2, quantity: 1), at: 2)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 90])
    try await ledger.post(Sample.spend("2", 50), to: Self.apple)
    try await ledger.append(
      "c", Sample.coins("501", customer: "7050", bought: 3, quantity: 1), at: 3)
    for name in [Self.apple, Self.other] {
      #expect(try await ledger.balances(of: name) == ["coins": 40])
      #expect(
        try await ledger.post(Sample.spend("3", 41), to: name) == .insufficient(balance: 40))
    }
    // The one who spent is erased, and what it spent stays spent, once.
    #expect(try await ledger.forget(Self.apple, at: 6) == 1)
    for _ in 1...2 {
      let repeated = try await ledger.post(Sample.spend("2", 50), to: Self.other)
      #expect(repeated == .posted(balance: 40, isNew: false))
    }
    #expect(
      try await ledger.postings(of: Self.other)
        == ["purchase coins 100", "spend coins -10", "spend coins -50"])
  }

  @Test(
    "a purchase that names another's user id gives to that user's balance, and takes nothing from it",
    .everyLedger)
  func claimed() async throws {
    try await ledger.setCredits(Sample.credited)
    let ada = CustomerName.user(Self.uuid)
    try await ledger.post(Sample.correction("gift", 20), to: ada)
    try await ledger.append("a", Sample.coins("500", customer: "7050", quantity: 1), at: 1)
    try await ledger.link(Self.uuid, to: Self.other, at: 1)
    var foreign = Sample.coins("501", quantity: 1)
    foreign.appAccountToken = Self.uuid
    try await ledger.append("b", foreign, at: 1)
    #expect(try await ledger.balances(of: ada) == ["coins": 220])
    // The buyer spends, and has the purchase refunded.
    try await ledger.post(Sample.spend("1", 100), to: Self.apple)
    try await ledger.append("c", foreign.refunded(at: 6), at: 6)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": -100])
    #expect(try await ledger.balances(of: ada) == ["coins": 120])
    #expect(
      try await ledger.givenHistory(of: ada, user: Self.uuid, in: .production)?.balances
        == ["coins": 120])
    #expect(
      try await ledger.post(Sample.spend("2", 121), to: ada) == .insufficient(balance: 120))
    #expect(
      try await ledger.post(Sample.spend("2", 120), to: ada) == .posted(balance: 0, isNew: true))
    #expect(try await ledger.balances(of: Self.apple) == ["coins": -100])
  }
}
