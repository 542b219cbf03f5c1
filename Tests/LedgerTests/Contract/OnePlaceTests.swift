import AppStore
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import Ledger

@Suite("One subscription is one customer")
struct OnePlaceTests {
  private static let offer = Sample.offer(limit: OfferLimit(perCustomer: 1))

  /// Copies of one subscription: from before Apple named customers, and with names that changed.
  private static let copies = [
    Sample.fact("100", customer: nil, signed: 0.1, bought: 0),
    Sample.fact("101", chain: "100", customer: nil, signed: 0.9),
    Sample.fact("100", customer: "7040", signed: 0.2, bought: 0),
    Sample.fact("102", chain: "100", customer: "7050", signed: 0.4),
    Sample.fact("102", chain: "100", customer: "7060", signed: 0.6, bought: 0.4),
    Sample.fact("103", chain: "100", customer: "7040", signed: 0.3),
  ]

  private func evidence(_ facts: [TransactionFact]) throws -> Evidence {
    try Evidence(transactions: facts.map { Sample.transaction($0) })
  }

  @discardableResult
  private func ask(
    _ ledger: any Ledger, _ facts: [TransactionFact], nonce: Int,
    product: String = "com.example.pro.monthly", at days: Double = 1.5
  ) async throws -> GrantOutcome {
    let evidence = try evidence(facts)
    _ = try await ledger.known(of: evidence)
    let request = Sample.request(
      Self.offer, customer: evidence.identity, evidence: evidence, product: product, nonce: nonce)
    return try await ledger.grant([request], at: days)[0]
  }

  @Test("Old copies with other names take no place of their own", .everyLedger)
  func names() async throws {
    var outcomes: [GrantOutcome] = []
    for (nonce, name) in ["7040", "7050", "7060", "7040"].enumerated() {
      let copy = Sample.fact("100", customer: name, signed: nonce == 3 ? 0.1 : Double(nonce))
      outcomes.append(try await ask(ledger, [copy], nonce: nonce))
    }
    #expect(outcomes.map(\.isRetry) == [false, true, true, true], "\(outcomes)")
    #expect(Set(outcomes.compactMap(\.grant?.id)).count == 1)
    // The place is taken for another product, too.
    let other = try await ask(
      ledger, [Sample.fact("100", customer: "7060", signed: 3)], nonce: 9,
      product: "com.example.pro.yearly")
    #expect(other == .refused(.customerLimitReached))
    // The customers stay apart in everything else.
    #expect(try await ledger.only(.appTransactionId("7040"))?.transactions == [])
  }

  @Test(
    "Any order and any splitting into requests takes exactly one place",
    arguments: LedgerKind.allCases)
  func anyOrder(kind: LedgerKind) async throws {
    var random = SplitMix(state: 13)
    for round in 0..<(kind == .memory ? rounds(80, all: 400) : rounds(8, all: 25)) {
      var left = Self.copies.shuffled(using: &random)
      left += left.prefix(Int.random(in: 0...2, using: &random))
      try await kind.withLedger { ledger in
        var (granted, nonce) = (0, 0)
        while let first = left.first {
          nonce += 1
          // Texts with different names are no evidence about one customer.
          var facts: [TransactionFact] = []
          for fact in left.prefix(Int.random(in: 1...3, using: &random))
          where Set((facts + [fact]).compactMap(\.appTransactionId)).count <= 1 {
            facts.append(fact)
          }
          left.removeFirst(facts.count)
          switch Int.random(in: 0...3, using: &random) {
          case 0:
            try await ledger.append(Sample.notification(Sample.uuid(nonce), first), at: 1.2)
          case 1: _ = try await ledger.append(evidence(facts), at: 1.2)
          default: break
          }
          let isOther = Bool.random(using: &random)
          let outcome = try await ask(
            ledger, facts, nonce: nonce,
            product: isOther ? "com.example.pro.yearly" : "com.example.pro.monthly")
          if outcome.grant != nil, !outcome.isRetry { granted += 1 }
        }
        #expect(granted == 1, "round \(round)")
        let grants = try await ledger.only(.originalTransactionId("100"))?.grants
        #expect(grants?.count == 1, "round \(round)")
      }
    }
  }

  @Test("A redemption under one name counts under the others", .everyLedger)
  func redemption() async throws {
    let held = try await ask(ledger, [Sample.fact("100", customer: "7040")], nonce: 1)
    let bought = Sample.fact("101", chain: "100", customer: "7050", signed: 1.6, offer: "half3m")
    try await ledger.append(Sample.notification("n", bought), at: 1.7)
    let grant = try await ledger.only(.appTransactionId("7050"))?.grants.first
    #expect(grant?.id == held.grant?.id && grant?.redemption?.transactionId == "101")
    #expect(try await ledger.lateRedemptions() == 0)
    // Another subscription of the first name belongs to the same person.
    let other = Sample.fact("200", customer: "7040", signed: 2)
    let refused = try await ask(ledger, [other], nonce: 2, at: 40)
    #expect(refused == .refused(.customerLimitReached))
    let history = try #require(await ledger.only(.appTransactionId("7040")))
    #expect(history.redemptions == ["half3m": [Sample.day(1.6)]])
    #expect(history.transactions.map(\.transactionId) == ["200"])
  }

  @Test("Different people stay apart: a family member has purchases of their own")
  func family() async throws {
    let ledger = SQLiteLedger.inMemory()
    for (nonce, number) in ["1", "2"].enumerated() {
      let outcome = try await ask(
        ledger, [Sample.fact("10\(number)", customer: "704\(number)")], nonce: nonce)
      #expect(outcome.grant != nil && !outcome.isRetry)
    }
  }

  @Test("Forgetting one of the names frees no place", .everyLedger, arguments: ["7040", "7050"])
  func forgotten(_ name: String) async throws {
    let older = Sample.fact("100", customer: "7040", signed: 0)
    let newer = Sample.fact("100", customer: "7050", signed: 1)
    let held = try await ask(ledger, [older], nonce: 1)
    #expect(try await ask(ledger, [newer], nonce: 2).isRetry)
    #expect(try await ledger.forget(.appTransactionId(name), at: 1.6) == 1)
    let again = try await ask(ledger, [newer], nonce: 3, at: 1.7)
    #expect(again.isRetry && again.grant?.id == held.grant?.id, "\(name)")
  }

  @Test("A read tells whose evidence is as the ledger would", .everyLedger)
  func known() async throws {
    let older = try evidence([Sample.fact("100", customer: "7040", signed: 0)])
    let newer = try evidence([Sample.fact("100", customer: "7050", signed: 1)])
    #expect(try await ledger.known(of: older) == KnownCustomer(history: nil, hasAllTexts: false))
    try await ledger.append(older, at: 1)
    #expect(try await ledger.known(of: older).hasAllTexts)
    // The newer copy will move the purchase; no customer is known by its name yet.
    let moving = try await ledger.known(of: newer)
    #expect(moving == KnownCustomer(history: nil, hasAllTexts: false))
    let kept = try await ledger.append(newer, at: 1)
    for evidence in [older, newer] {
      let known = try await ledger.known(of: evidence)
      #expect(known == KnownCustomer(history: kept, hasAllTexts: true))
      #expect(known.history?.appTransactionId == "7050")
    }
    let app = try Evidence(transactions: older.transactions, appTransaction: Sample.app("7040"))
    await #expect(throws: LedgerFailure.severalCustomers) { try await ledger.known(of: app) }
    await #expect(throws: LedgerFailure.severalCustomers) {
      try await ledger.append(app, at: 1)
    }
  }
}
