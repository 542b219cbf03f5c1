import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@Suite("A ledger in memory")
struct MemoryTests {
  @Test("it is empty, shares nothing with another one, and ends when it is closed")
  func apart() async throws {
    let (first, second) = (SQLiteLedger.inMemory(), SQLiteLedger.inMemory())
    let notification = Sample.notification("n", Sample.fact("1"))
    #expect(try await first.append(notification, at: 1) == .new)
    #expect(try await first.append(notification, at: 1) == .already)
    #expect(try await second.entries(after: 0, limit: 10) == [])
    #expect(try await second.append(notification, at: 1) == .new)
    await first.close()
    await #expect(throws: LedgerFailure.self) { try await first.check() }
    try await second.check()
    await second.close()
  }

  @Test("names of ledgers and hashes of ids differ, as in two files")
  func names() async throws {
    var names: Set<String> = []
    for _ in 0..<3 {
      let ledger = SQLiteLedger.inMemory()
      names.insert(try await ledger.read(.request) { try $0.purchaseLedger() })
      await ledger.close()
    }
    #expect(names.count == 3 && !names.contains("0"), "\(names)")
  }

  @Test("one that keeps nothing answers as an empty one, and grants nothing")
  func keepsNothing() async throws {
    let ledger = SQLiteLedger.inMemory(keepsNothing: true)
    for _ in 0..<2 {
      let notification = Sample.notification("n", Sample.fact("1"))
      #expect(try await ledger.append(notification, at: 1) == .new)
      #expect(try await ledger.record(Sample.exposure("e", "d1")) == [.recorded])
    }
    #expect(try await ledger.entries(after: 0, limit: 10) == [])
    #expect(try await ledger.frozenTerms() == [])
    await #expect(throws: LedgerFailure.unavailable("it keeps nothing")) {
      try await ledger.grant([Sample.request(Sample.offer(), nonce: 1)], at: 1)
    }
    await ledger.close()
  }
}
