import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

@Suite struct EvidenceTests {
  @Test("Evidence is kept once, and its customer's history comes back", .everyLedger)
  func kept() async throws {
    let evidence = try Evidence(
      transactions: [Sample.transaction("101", chain: "100")],
      renewals: [Sample.renewal(Sample.renewalFact("100"))], appTransaction: Sample.app("7040"))
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 0)
    let history = try await ledger.append(evidence, at: 1)
    #expect(history.transactions.map(\.transactionId) == ["100", "101"])
    #expect(history.renewals == [Sample.renewalFact("100")])
    #expect(history.appTransactionId == "7040")
    try await ledger.append(evidence, at: 2)
    let entries = try await ledger.entries(after: 0, limit: 10)
    #expect(entries.map(\.kind) == [.notification, .transaction, .renewalInfo, .appTransaction])
    #expect(
      entries.map(\.receivedAt) == [Sample.day(0)] + Array(repeating: Sample.day(1), count: 3))
    #expect(entries[1].text == Sample.transaction("101", chain: "100").text)
  }

  @Test("An app transaction alone makes a customer without purchases", .everyLedger)
  func newcomer() async throws {
    #expect(try await ledger.histories(of: .appTransactionId("7040")) == [])
    let evidence = try Evidence(appTransaction: Sample.app("7040"))
    let history = try await ledger.append(evidence, user: "u1", at: 1)
    var newcomer = CustomerHistory(environment: .production, appTransactionId: "7040")
    newcomer.acquisition = Acquisition(signedDate: Sample.day(0))
    #expect(history == newcomer)
    #expect(try await ledger.histories(of: .user("u1")) == [history])
  }

  @Test("Renewal info of nobody's purchase is refused, and nothing is kept", .everyLedger)
  func renewalAlone() async throws {
    let evidence = try Evidence(
      transactions: [Sample.transaction("100")],
      renewals: [
        Sample.renewal(Sample.renewalFact("100")), Sample.renewal(Sample.renewalFact("900")),
      ])
    await #expect(throws: LedgerFailure.renewalInfoWithoutTransaction) {
      try await ledger.append(evidence, user: "u1", at: 1)
    }
    #expect(try await ledger.entries(after: 0, limit: 10) == [])
    #expect(try await ledger.histories(of: .user("u1")) == [])
    #expect(try await ledger.histories(of: .appTransactionId("7040")) == [])
    try await ledger.append(Sample.notification("n", Sample.fact("900")), at: 1)
    let history = try await ledger.append(evidence, user: "u1", at: 1)
    #expect(history.renewals.map(\.originalTransactionId) == ["100", "900"])
  }

  @Test("Purchases that are known to be two customers' are refused", .everyLedger)
  func severalCustomers() async throws {
    try await ledger.append(Sample.notification("a", Sample.fact("100", customer: "7040")), at: 1)
    try await ledger.append(Sample.notification("b", Sample.fact("200", customer: "7050")), at: 1)
    // The presented text names one customer; the known facts give the purchase to the other.
    let evidence = try Evidence(
      transactions: [
        Sample.transaction(Sample.fact("101", chain: "200", customer: "7040", signed: -1))
      ], appTransaction: Sample.app("7040"))
    await #expect(throws: LedgerFailure.severalCustomers) {
      try await ledger.append(evidence, user: "u1", at: 2)
    }
    #expect(try await ledger.entries(after: 0, limit: 10).count == 2)
    #expect(try await ledger.only(.appTransactionId("7040"))?.transactions.count == 1)
  }

  @Test("A purchase without a name is not given to the app transaction beside it", .everyLedger)
  func nothingIsClaimed() async throws {
    let old = Sample.fact("100", customer: nil)
    let evidence = try Evidence(
      transactions: [Sample.transaction(old)], appTransaction: Sample.app("7040"))
    let answered = try await ledger.append(evidence, user: "u1", at: 1)
    #expect(answered.appTransactionId == "7040")
    #expect(answered.transactions == [])
    #expect(try await ledger.only(.appTransactionId("7040"))?.transactions == [])
    #expect(try await ledger.only(.originalTransactionId("100"))?.appTransactionId == nil)
    let owners = try await ledger.histories(of: .identity(evidence.identity))
    #expect(owners.map(\.appTransactionId) == ["7040"])
    let linked = try await ledger.histories(of: .user("u1"))
    #expect(linked.map(\.appTransactionId) == ["7040"])
  }

  @Test("A transaction without ids is kept with the customer who presents it", .everyLedger)
  func unknownTransaction() async throws {
    let evidence = try Evidence(
      transactions: [Sample.unknownTransaction, Sample.transaction("100")])
    let history = try await ledger.append(evidence, at: 1)
    #expect(history.transactions.count == 1)
    #expect(try await ledger.entries(of: .originalTransactionId("100"), in: .production).count == 2)
  }
}
