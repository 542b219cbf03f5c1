import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

@Suite struct GrantTests {
  @Test("200 requests at once get the 50 places of the day", .everyLedger)
  func dayLimit() async throws {
    let offer = Sample.offer(limit: OfferLimit(perCustomer: 1, perDay: 50))
    let outcomes = try await atOnce(200) { number in
      let evidence = try Evidence(
        transactions: [
          Sample.transaction(Sample.fact("\(1000 + number)", customer: "\(7000 + number)"))
        ])
      let request = Sample.request(
        offer, customer: evidence.identity, evidence: evidence, nonce: number)
      return try await ledger.grant([request], at: 1.5)[0]
    }
    #expect(outcomes.count { $0.grant != nil } == 50)
    #expect(outcomes.count { $0 == .refused(.dayLimitReached) } == 150)
    #expect(
      try await ledger.dayCounts(of: ["half", "x"], in: .production, at: Sample.day(1)) == [
        "half": 50, "x": 0,
      ])
    #expect(try await ledger.dayCounts(of: "half", at: 2) == ["half": 0])
  }

  @Test("A retried tap takes the grant up again, and no second place", .everyLedger)
  func retry() async throws {
    let offer = Sample.offer(limit: OfferLimit(perCustomer: 1, perDay: 1))
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let first = try await ledger.grant([Sample.request(offer, nonce: 1)], at: 1)[0]
    let again = try await ledger.grant([Sample.request(offer, nonce: 2)], at: 1.9)[0]
    #expect(first.grant != nil && first.grant == again.grant)
    #expect(!first.isRetry && again.isRetry)
    #expect(try await ledger.dayCounts(of: "half", at: 1) == ["half": 1])
    let other = Sample.request(offer, product: "com.example.pro.yearly", nonce: 3)
    #expect(try await ledger.grant([other], at: 1.9) == [.refused(.customerLimitReached)])
    let nextDay = try await ledger.grant([Sample.request(offer, nonce: 4)], at: 2)[0]
    #expect(nextDay.grant?.id != first.grant?.id && !nextDay.isRetry)
  }

  @Test("A redemption counts for good, with its renewals as one", .everyLedger)
  func redemption() async throws {
    let offer = Sample.offer(limit: OfferLimit(perCustomer: 2))
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let grant = try await ledger.grant([Sample.request(offer, nonce: 1)], at: 1)[0]
      .grant
    let bought = Sample.fact("101", chain: "100", signed: 1.5, offer: "half3m")
    let renewed = Sample.fact("102", chain: "100", signed: 31.5, offer: "half3m", reason: .renewal)
    for fact in [renewed, bought] {
      try await ledger.append(Sample.notification(fact.transactionId, fact), at: 1.6)
    }
    let held = try #require(await ledger.only(.appTransactionId("7040"))?.grants.first)
    #expect(held.id == grant?.id)
    #expect(
      held.redemption
        == Grant.Redemption(transactionId: "101", purchaseDate: Sample.day(1.5)))
    #expect(try await ledger.lateRedemptions() == 0)
    #expect(try await ledger.grant([Sample.request(offer, nonce: 2)], at: 40)[0].grant != nil)
    let third = Sample.fact("103", chain: "100", signed: 40.5, offer: "half3m")
    try await ledger.append(Sample.notification("103", third), at: 40.6)
    #expect(
      try await ledger.grant([Sample.request(offer, nonce: 3)], at: 80)
        == [.refused(.customerLimitReached)])
  }

  @Test(
    "Which grant a purchase redeems does not depend on what comes first",
    .everyLedger, arguments: [[0, 1], [1, 0]])
  func redemptionOrder(_ order: [Int]) async throws {
    let offer = Sample.offer()
    let purchases = [
      Sample.fact("101", chain: "100", signed: 1.2, offer: "half3m"),
      Sample.fact("201", chain: "200", signed: 2.6, offer: "half3m"),
    ]
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    for (nonce, moment) in [(1, 1.0), (2, 2.5)] {
      try await ledger.grant([Sample.request(offer, nonce: nonce)], at: moment)
    }
    for index in order {
      try await ledger.append(Sample.notification("\(index)", purchases[index]), at: 2.7)
    }
    let grants = try #require(await ledger.only(.appTransactionId("7040"))?.grants)
    #expect(grants.map(\.redemption?.transactionId) == ["101", "201"])
    #expect(try await ledger.lateRedemptions() == 1)
  }

  @Test("A redemption that comes after its grant lapsed counts and is told", .everyLedger)
  func late() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    try await ledger.grant([Sample.request(Sample.offer(), nonce: 1)], at: 1)
    let bought = Sample.fact("101", chain: "100", signed: 1.5, offer: "half3m")
    try await ledger.append(Sample.notification("m", bought), at: 5)
    #expect(try await ledger.only(.appTransactionId("7040"))?.grants.first?.redemption != nil)
    #expect(try await ledger.lateRedemptions() == 1)
  }

  @Test("An introductory offer is redeemed by its product", .everyLedger)
  func introductory() async throws {
    let offer = Sample.offer(
      "again", id: "", kind: .introductory, limit: OfferLimit(perCustomer: 1), again: true)
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    try await ledger.grant([Sample.request(offer, nonce: 1)], at: 1)
    let elsewhere = Sample.fact("200", signed: 1.1, kind: .introductory, product: "other")
    try await ledger.append(Sample.notification("o", elsewhere), at: 1.2)
    #expect(try await ledger.only(.appTransactionId("7040"))?.grants.first?.redemption == nil)
    let bought = Sample.fact("101", chain: "100", signed: 1.5, kind: .introductory)
    try await ledger.append(Sample.notification("m", bought), at: 1.6)
    #expect(
      try await ledger.grant([Sample.request(offer, nonce: 2)], at: 9)
        == [.refused(.customerLimitReached)])
  }

  @Test("Nobody known, no grant; on trust counts for the day alone", .everyLedger)
  func strangers() async throws {
    let offer = Sample.offer(limit: OfferLimit(perCustomer: 1, perDay: 2))
    #expect(try await ledger.grant([Sample.request(offer, nonce: 1)], at: 1) == [.unknownCustomer])
    let outcomes = try await ledger.grant(
      (2...4).map { Sample.request(offer, customer: nil, nonce: $0) }, at: 1)
    #expect(outcomes.map { $0.grant != nil } == [true, true, false])
    #expect(outcomes[2] == .refused(.dayLimitReached))
  }

  @Test("A nonce is good once; what fails leaves nothing", .everyLedger)
  func nonces() async throws {
    let evidence = try Evidence(transactions: [Sample.transaction("100")])
    let request = Sample.request(
      Sample.offer(), customer: evidence.identity, evidence: evidence, nonce: 1)
    await #expect(throws: LedgerFailure.self) {
      try await ledger.grant([request, request], at: 1)
    }
    #expect(try await ledger.entries(after: 0, limit: 1) == [])
    #expect(try await ledger.dayCounts(of: "half", at: 1) == ["half": 0])
    #expect(try await ledger.grant([request], at: 1)[0].grant != nil)
  }

  @Test("The first recorded assignment of a unit stays", .everyLedger)
  func assignments() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    #expect(!ledger.mayHaveAssignments(of: "ada"))
    let records = [
      Sample.assignment("ada"), Sample.assignment("ada", variant: "control", at: 1),
      Sample.assignment("ada", phase: 2, at: 2), Sample.assignment("ada", kind: .visitor, at: 3),
    ]
    for (nonce, record) in records.enumerated() {
      let request = Sample.request(Sample.offer(), nonce: nonce, assignment: record)
      let grant = try await ledger.grant([request], at: 1)[0].grant
      #expect(grant?.experiment == "price" && grant?.variant == "trial")
    }
    #expect(ledger.mayHaveAssignments(of: "ada"))
    #expect(!ledger.mayHaveAssignments(of: "ada", in: .sandbox))
    let found = try await ledger.assignments(of: ["bob", "ada", "ada"], in: .production)
    #expect(found == [records[0], records[2], records[3]])
    #expect(try await ledger.assignments(of: ["ada"], in: .sandbox) == [])
  }
}
