import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

@Suite struct ForgetTests {
  /// A customer with a trial, a redeemed offer, an outstanding grant, a link and an assignment.
  static func fill(_ ledger: any Ledger) async throws {
    let trial = Sample.fact("100", kind: .introductory)
    try await ledger.append(Sample.notification("n", trial), at: 0)
    try await ledger.link("ada", to: .appTransactionId("7040"), at: 0)
    try await ledger.grant([Sample.request(Sample.offer(), nonce: 1)], at: 1)
    let bought = Sample.fact("101", chain: "100", signed: 1.5, offer: "half3m")
    try await ledger.append(Sample.notification("m", bought), at: 1.6)
    let held = Sample.request(
      Sample.offer("other", id: "other1"), nonce: 2, assignment: Sample.assignment("ada"))
    try await ledger.grant([held], at: 1.7)
    try await ledger.append(Sample.notification("b", Sample.fact("200", customer: "7050")), at: 1)
  }

  @Test("Nothing of a person is left but what limits count", .everyLedger)
  func forgets() async throws {
    try await Self.fill(ledger)
    #expect(try await ledger.forget(.user("ada"), in: .sandbox, at: 2) == 0)
    #expect(try await ledger.forget(.user("ada"), at: 2) == 1)
    for name in [
      CustomerName.user("ada"), .appTransactionId("7040"), .originalTransactionId("100"),
    ] {
      #expect(try await ledger.histories(of: name) == [])
      #expect(try await ledger.entries(of: name, in: .production) == [])
    }
    #expect(try await ledger.assignments(of: ["ada"], in: .production) == [])
    #expect(try await ledger.entries(after: 0, limit: 9).count == 1)
    #expect(try await ledger.only(.appTransactionId("7050"))?.transactions.count == 1)
    let days = try await ledger.dayCounts(
      of: ["half", "other"], in: .production, at: Sample.day(1))
    #expect(days == ["half": 1, "other": 1])
    let repeated = Sample.notification("n", Sample.fact("100", kind: .introductory))
    #expect(try await ledger.append(repeated, at: 3) == .already)
    #expect(
      try await ledger.grant([Sample.request(Sample.offer(), nonce: 3)], at: 2) == [
        .unknownCustomer
      ])
    #expect(try await ledger.forget(.user("ada"), at: 4) == 0)
  }

  @Test("Who comes back has marks and grants, and so the limits hold", .everyLedger)
  func comesBack() async throws {
    let limited = Sample.offer(limit: OfferLimit(perCustomer: 1))
    try await Self.fill(ledger)
    try await ledger.forget(.originalTransactionId("100"), at: 2)
    let marks: [HistoryMark] = [
      .everSubscribed, .introductory(groupId: "21500001"),
      .redemption(offerId: "half3m", at: Sample.day(1.5)),
    ]
    let evidence = try Evidence(appTransaction: Sample.app("7040"))
    let history = try await ledger.append(evidence, at: 2)
    #expect(history.transactions == [])
    #expect(history.marks == marks)
    #expect(history.grants.map(\.offer) == ["half", "other"])
    #expect(history.grants.map(\.redemption?.transactionId) == ["", nil])
    #expect(history.grants[0].redemption?.purchaseDate == Sample.day(1.5))
    #expect(
      try await ledger.grant([Sample.request(limited, nonce: 3)], at: 2)
        == [.refused(.customerLimitReached)])
    let other = Sample.request(Sample.offer("other", id: "other1"), nonce: 4)
    #expect(try await ledger.grant([other], at: 2)[0].isRetry)

    let bought = Sample.fact("101", chain: "100", signed: 3, offer: "half3m", bought: 1.5)
    let back = try await ledger.append(Evidence(transactions: [Sample.transaction(bought)]), at: 3)
    #expect(back.marks == marks)
    #expect(back.grants.map(\.redemption?.transactionId) == ["", nil])
  }

  @Test("Marks are found by each id, and stay when forgotten again", .everyLedger)
  func again() async throws {
    try await Self.fill(ledger)
    try await ledger.forget(.appTransactionId("7040"), at: 2)
    for round in 0..<2 {
      let nameless = Sample.fact("103", chain: "100", customer: nil, signed: Double(3 + round))
      let history = try await ledger.append(
        Evidence(transactions: [Sample.transaction(nameless)]), at: 5)
      #expect(history.appTransactionId == nil)
      #expect(history.marks.contains(.introductory(groupId: "21500001")))
      #expect(history.marks.count == 3)
      #expect(try await ledger.forget(.originalTransactionId("100"), at: 5) == 1)
    }
    let sandbox = try await ledger.append(
      Evidence(appTransaction: Sample.app("7040", environment: .sandbox)),
      at: 6)
    #expect(sandbox.marks == [] && sandbox.grants == [])
  }
}
