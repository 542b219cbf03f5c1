import AppStore
import Catalog
import Ledger
import Synchronization
import Testing

@Suite("A ledger that is not there yet")
struct ReopeningTests {
  @Test("It is tried again beside the callers, and serves as soon as it opens")
  func reopens() async throws {
    let memory = MemoryLedger()
    let isMounted = Mutex(false)
    let (opened, continuation) = AsyncStream.makeStream(of: Bool.self)
    let ledger = ReopeningLedger(pause: .zero) { () throws(LedgerFailure) in
      defer { continuation.yield(isMounted.withLock { $0 }) }
      guard isMounted.withLock({ $0 }) else { throw .unavailable("no disk") }
      return memory
    }
    #expect(ledger.failure == .unavailable("no disk"))
    #expect(ledger.mayHaveAssignments(of: "u1", in: .production), "nobody knows, so perhaps")
    isMounted.withLock { $0 = true }
    // Who finds it shut is told so, and has it opened.
    await #expect(throws: LedgerFailure.unavailable("no disk")) {
      _ = try await ledger.append(Sample.notification("n", Sample.fact("1")), at: Sample.day(1))
    }
    _ = await opened.first { $0 }
    while ledger.failure != nil { await Task.yield() }
    #expect(
      try await ledger.append(Sample.notification("n", Sample.fact("1")), at: Sample.day(1)) == .new
    )
    #expect(!ledger.mayHaveAssignments(of: "u1", in: .production))
    await ledger.close()
    #expect(ledger.failure != nil)
  }
}
