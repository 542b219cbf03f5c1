import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

@Suite("A ledger that is not there yet")
struct ReopeningTests {
  @Test("It is tried again beside the callers, and serves as soon as it opens")
  func reopens() async throws {
    let memory = SQLiteLedger.inMemory()
    let isMounted = Mutex(false)
    let (opened, continuation) = AsyncStream.makeStream(of: Bool.self)
    let ledger = ReopeningLedger(pause: .zero) { () throws(LedgerFailure) in
      defer { continuation.yield(isMounted.withLock { $0 }) }
      guard isMounted.withLock({ $0 }) else { throw .unavailable("no disk") }
      return memory
    }
    #expect(ledger.failure == .unavailable("no disk"))
    #expect(ledger.mayHaveAssignments(of: "u1"), "nobody knows, so perhaps")
    isMounted.withLock { $0 = true }
    // A caller that finds it shut gets this error, and has it opened.
    await #expect(throws: LedgerFailure.unavailable("no disk")) {
      try await ledger.append(Sample.notification("n", Sample.fact("1")), at: 1)
    }
    _ = await opened.first { $0 }
    await until { ledger.failure == nil }
    #expect(try await ledger.append(Sample.notification("n", Sample.fact("1")), at: 1) == .new)
    #expect(!ledger.mayHaveAssignments(of: "u1"))
    await ledger.close()
    #expect(ledger.failure != nil)
  }

  @Test("Exposures, aliases and terms are the open ledger's, and unavailable without one")
  func records() async throws {
    let memory = SQLiteLedger.inMemory()
    let open = ReopeningLedger { memory }
    #expect(try await open.record(Sample.exposure("e", "d1")) == [.recorded])
    #expect(try await open.alias("d1", to: "ada", at: 1) == .new)
    #expect(open.mayHaveAssignments(of: "ada"))
    #expect(try await open.variants(of: "ada") == ["d1 trial"])
    #expect(try await open.frozenTerms() == memory.frozenTerms())
    #expect(try await open.counts() == ["trial 1 units, 0 repeats, 0 conflicts, 0 held"])
    #expect(try await open.forget(.user("ada"), at: 1) == 0)
    #expect(try await memory.variants(of: "d1") == [])
    await open.close()

    let away = LedgerFailure.unavailable("no disk")
    let shut = ReopeningLedger(pause: .seconds(60)) { () throws(LedgerFailure) in throw away }
    await #expect(throws: away) { try await shut.record(Sample.exposure("e", "d1")) }
    await #expect(throws: away) {
      try await shut.alias("d1", to: "ada", at: 1)
    }
    await #expect(throws: away) { try await shut.frozenTerms() }
    await #expect(throws: away) { try await shut.counts() }
    await shut.close()
  }
}
