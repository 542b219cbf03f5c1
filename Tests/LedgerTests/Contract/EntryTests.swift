import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

@Suite struct EntryTests {
  @Test("Pages of texts in the order of arrival give every text back as it came", .everyLedger)
  func pages() async throws {
    let sent = (0..<25).map { number in
      Sample.notification(
        Sample.uuid(number), Sample.fact("\(100 + number)"), Sample.renewalFact("\(100 + number)")
      )
    }
    for notification in sent { _ = try await ledger.append(notification, at: 1) }
    var read: [LedgerEntry] = []
    while true {
      let page = try await ledger.entries(after: read.last?.number ?? 0, limit: 10)
      #expect(page.count <= 10)
      guard !page.isEmpty else { break }
      read += page
    }
    #expect(read.map(\.text) == sent.map(\.text))
    #expect(read.map(\.number) == read.map(\.number).sorted())
    #expect(try await ledger.entries(after: 0, limit: 0) == [])
    #expect(try await ledger.entries(after: .max, limit: 5) == [])
  }

  @Test("A closed ledger says so", .everyLedger)
  func closed() async throws {
    try await ledger.check()
    await ledger.close()
    await ledger.close()
    await #expect(throws: LedgerFailure.self) {
      try await ledger.append(Sample.notification("n"), at: 1)
    }
    await #expect(throws: LedgerFailure.self) { try await ledger.lateRedemptions() }
    await #expect(throws: LedgerFailure.self) { try await ledger.check() }
  }

  @Test("The moment of a complete history never goes back", .everyLedger)
  func completeness() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    for day in [2.0, 5, 3] {
      try await ledger.confirmHistory(of: .appTransactionId("7040"), fetchedAt: day)
    }
    #expect(try await ledger.only(.originalTransactionId("100"))?.completeAt == Sample.day(5))
  }
}
