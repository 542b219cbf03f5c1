import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

/// Balances that purchases credit, refunds lower and servers spend.
@Suite("Balances") struct BalanceTests {
  private static let ada = CustomerName.user("ada")
  private static let apple = CustomerName.appTransactionId("7040")
  private static let other = CustomerName.appTransactionId("7050")

  @Test("a purchase credits its quantity once, whichever way its fact comes", .everyLedger)
  func credited() async throws {
    try await ledger.setCredits(Sample.credited)
    let fact = Sample.coins("501", quantity: 3)
    try await ledger.append("a", fact, at: 1)
    try await ledger.append("b", fact, at: 1.1)
    try await ledger.append(Evidence(transactions: [Sample.transaction(fact)]), at: 1.2)
    try await ledger.append("a", fact, at: 1.3)
    #expect(try await ledger.postings(of: Self.apple) == ["purchase coins 300"])
    try await ledger.append("c", Sample.coins("502", quantity: nil), at: 2)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 400])
    #expect(try await ledger.balances(of: Self.apple, in: .sandbox) == [:])
  }

  @Test("a sandbox purchase credits in the sandbox alone", .everyLedger)
  func sandbox() async throws {
    try await ledger.setCredits(Sample.credited)
    var fact = Sample.coins("501", quantity: 1)
    fact.environment = .sandbox
    try await ledger.append(
      Sample.notification("a", fact, environment: .sandbox), at: 1)
    #expect(try await ledger.balances(of: Self.apple, in: .sandbox) == ["coins": 100])
    #expect(try await ledger.balances(of: Self.apple) == [:])
  }

  @Test("a subscription credits each period that is paid, and no copy of one", .everyLedger)
  func periods() async throws {
    try await ledger.setCredits(Sample.credited)
    var trial = Sample.fact("600", signed: 1)
    trial.offerDiscount = OpenEnum(.freeTrial)
    trial.quantity = 5
    try await ledger.append("a", trial, at: 1)
    #expect(try await ledger.balances(of: Self.apple) == [:])
    var renewal = Sample.fact("601", chain: "600", signed: 8, reason: .renewal)
    renewal.webOrderLineItemId = "77"
    renewal.quantity = 5
    try await ledger.append("b", renewal, at: 8)
    var copy = renewal
    copy.transactionId = "602"
    copy.signedDate = Sample.day(9)
    try await ledger.append("c", copy, at: 9)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 30, "gems": 3])
    try await ledger.append("d", Sample.fact("603", chain: "600", signed: 38), at: 38)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 60, "gems": 6])
  }

  @Test(
    "seats that are added credit nothing more, and a refund of all takes the units of the period",
    .everyLedger, arguments: [["600", "601", "600"], ["600", "601"], ["601", "600"]])
  func addedSeats(order: [String]) async throws {
    try await ledger.setCredits(Sample.credited)
    func copy(_ id: String, signed: Double, isMarked: Bool) -> TransactionFact {
      var fact = Sample.group(id, chain: "600", seats: 2, signed: signed, bought: 0)
      fact.additionalReason = isMarked ? OpenEnum(.seatAddition) : nil
      return fact
    }
    // Apple marks the first one too once seats were added.
    for (number, id) in order.enumerated() {
      let isMarked = id == "601" || number > 0 || order.count == 2
      let fact = copy(id, signed: Double(number + 1), isMarked: isMarked)
      try await ledger.append("\(number)", fact, at: Double(number + 1))
    }
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 30, "gems": 3])
    for (number, id) in ["601", "600"].enumerated() {
      let fact = copy(id, signed: 5, isMarked: true).refunded(at: 6)
      try await ledger.append("refund \(number)", fact, at: 6)
    }
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 0, "gems": 0])
  }

  @Test(
    "what is shared or assigned credits nothing", .everyLedger,
    arguments: [Ownership.familyShared, .assigned])
  func shared(ownership: Ownership) async throws {
    try await ledger.setCredits(Sample.credited)
    var fact = Sample.fact("600", signed: 1)
    fact.ownership = OpenEnum(ownership)
    try await ledger.append("a", fact, at: 1)
    #expect(try await ledger.postings(of: Self.apple) == [])
  }

  @Test("a refund takes back its share, in whole units, and a reversal gives it back", .everyLedger)
  func refunds() async throws {
    try await ledger.setCredits(Sample.credited)
    let fact = Sample.fact("600", signed: 1)
    try await ledger.append("a", fact, at: 1)
    // 50 % of 30 coins and of 3 gems, rounded down; then 70 %.
    try await ledger.append("b", fact.refunded(50_000, at: 2), at: 2)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 15, "gems": 2])
    try await ledger.append("c", fact.refunded(70_000, at: 3), at: 3)
    try await ledger.append("d", fact.refunded(70_000, at: 3), at: 3)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 9, "gems": 1])
    try await ledger.append("e", fact.restored(at: 4), at: 4)
    #expect(
      try await ledger.postings(of: Self.apple) == [
        "purchase coins 30", "purchase gems 3", "refund coins -15", "refund gems -1",
        "refund coins -6", "refund gems -1", "refundReversed coins 21", "refundReversed gems 2",
      ])
    // An older copy changes nothing.
    try await ledger.append("f", fact.refunded(at: 3.5), at: 5)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 30, "gems": 3])
  }

  @Test("a refund before the purchase is known leaves nothing", .everyLedger)
  func refundFirst() async throws {
    try await ledger.setCredits(Sample.credited)
    let fact = Sample.coins("501", quantity: 1)
    try await ledger.append("a", fact.refunded(at: 3), at: 3)
    try await ledger.append("b", fact, at: 4)
    #expect(
      try await ledger.postings(of: Self.apple) == ["purchase coins 100", "refund coins -100"])
  }

  @Test("nothing is spent below zero; a refund may take a balance there", .everyLedger)
  func overdrawn() async throws {
    try await ledger.setCredits(Sample.credited)
    let fact = Sample.coins("501", quantity: 1)
    try await ledger.append("a", fact, at: 1)
    func spend(_ id: String, _ amount: Int64) async throws -> BalanceOutcome {
      try await ledger.post(Sample.spend(id, amount), to: Self.apple)
    }
    #expect(try await spend("1", 101) == .insufficient(balance: 100))
    #expect(try await spend("2", 60) == .posted(balance: 40, isNew: true))
    try await ledger.append("b", fact.refunded(at: 6), at: 6)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": -60])
    #expect(try await spend("3", 1) == .insufficient(balance: -60))
    try await ledger.append("c", Sample.coins("502", quantity: 1), at: 7)
    #expect(try await spend("4", 40) == .posted(balance: 0, isNew: true))
    #expect(try await spend("5", 1) == .insufficient(balance: 0))
    let gems = Sample.spend("6", 1, of: "gems")
    #expect(try await ledger.post(gems, to: Self.apple) == .insufficient(balance: 0))
  }

  @Test(
    "an id is one change: a repeat changes nothing, and another change is refused", .everyLedger)
  func repeated() async throws {
    try await ledger.setCredits(Sample.credited)
    try await ledger.append("a", Sample.coins("501", quantity: 1), at: 1)
    try await ledger.post(Sample.correction("gift", 5), to: Self.ada)
    let spend = Sample.spend("order", 30)
    #expect(try await ledger.post(spend, to: Self.apple) == .posted(balance: 70, isNew: true))
    #expect(try await ledger.post(spend, to: Self.apple) == .posted(balance: 70, isNew: false))
    #expect(try await ledger.post(Sample.spend("order", 31), to: Self.apple) == .otherRequest)
    #expect(
      try await ledger.post(Sample.spend("order", 30, of: "gems"), to: Self.apple)
        == .otherRequest)
    #expect(
      try await ledger.post(Sample.correction("order", -30), to: Self.apple) == .otherRequest)
    #expect(try await ledger.post(spend, to: Self.ada) == .otherRequest)
    #expect(try await ledger.post(spend, to: Self.apple) == .posted(balance: 70, isNew: false))
    #expect(try await ledger.post(spend, to: Self.other) == .unknownCustomer)
    // The other environment has ids of its own.
    let gift = try await ledger.post(Sample.correction("order", 1), to: Self.ada, in: .sandbox)
    #expect(gift == .posted(balance: 1, isNew: true))
  }

  @Test("what was credited stays when a product gives something else", .everyLedger)
  func frozen() async throws {
    let coins = Sample.coins("501", quantity: 1)
    // Bought before there was a currency.
    try await ledger.append("a", Sample.coins("500", quantity: 1), at: 1)
    try await ledger.setCredits(Sample.credited)
    try await ledger.append("b", coins, at: 1)
    try await ledger.setCredits([
      Product(id: "coins_100", type: .consumable, currencies: ["coins": 7])
    ])
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 100])
    try await ledger.append("c", Sample.coins("500", quantity: 1).refunded(at: 2), at: 2)
    try await ledger.append("d", coins.refunded(40_000, at: 2), at: 2)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 60])
    try await ledger.setCredits([])
    try await ledger.append("e", coins.refunded(at: 3), at: 3)
    try await ledger.append("f", Sample.coins("502", quantity: 1), at: 3)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 0])
  }

  @Test("a copy of a purchase for ever credits nothing, in either order", .everyLedger)
  func copies() async throws {
    try await ledger.setCredits(Sample.credited)
    try await ledger.append("a", Sample.lifetime("900"), at: 1)
    try await ledger.append("b", Sample.lifetime("901", chain: "900", bought: 30), at: 30)
    #expect(try await ledger.balances(of: Self.apple) == ["gems": 500])
  }

  @Test("a balance is 2^53 - 1 at most", .everyLedger)
  func most() async throws {
    let full = Sample.correction("1", Posting.most)
    #expect(
      try await ledger.post(full, to: Self.ada) == .posted(balance: Posting.most, isNew: true))
    #expect(
      try await ledger.post(Sample.correction("2", 1), to: Self.ada)
        == .tooMuch(balance: Posting.most))
  }

  @Test("a purchase that was erased with its person credits nothing again", .everyLedger)
  func erased() async throws {
    try await ledger.setCredits(Sample.credited)
    try await ledger.append("a", Sample.coins("501", quantity: 1), at: 1)
    try await ledger.post(Sample.spend("1", 100), to: Self.apple)
    try await ledger.post(Sample.correction("2", 5), to: .user("eve"))
    #expect(try await ledger.isRecorded("eve", in: .production))
    #expect(try await ledger.forget(Self.apple, at: 6) == 1)
    #expect(try await ledger.forget(.user("eve"), at: 6) == 0)
    #expect(try await !ledger.isRecorded("eve", in: .production))
    try await ledger.append(
      Evidence(transactions: [Sample.transaction(Sample.coins("501", quantity: 1))]), at: 7)
    #expect(try await ledger.postings(of: Self.apple) == [])
    try await ledger.append("c", Sample.coins("502", bought: 7, quantity: 1), at: 7)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 100])
  }
}
