import Ledger
import Synchronization
import TestSupport
import Testing

@testable import PaywallServer

@Suite("Waits for a ledger that hangs", .timeLimit(.minutes(5)))
struct LedgerGateTests {
  /// Lets a call end when the test says so.
  private final class Held: Sendable {
    let isOver = Mutex(false)

    func wait() async { await until { self.isOver.withLock { $0 } } }
  }

  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test("the first ends in time, those after it at once, and its late answer opens the gate")
  func hangs() async throws {
    // Nothing is tried again, and nothing forgotten, however long a task waits for its turn.
    let limits = LedgerGate.Limits(probePause: .seconds(3600), memory: .seconds(3600))
    let (gate, held, asked) = (LedgerGate(limits), Held(), Count())
    await #expect(throws: LedgerGate.hangs) {
      try await gate.call(within: .milliseconds(50)) { () async throws(LedgerFailure) in
        await held.wait()
      }
    }
    #expect(gate.isClosed)
    // Within the pause nothing is asked.
    await #expect(throws: LedgerGate.hangs) {
      try await gate.call(within: .seconds(60)) { () async throws(LedgerFailure) in
        asked.value.withLock { $0 += 1 }
      }
    }
    #expect(asked.value.withLock { $0 } == 0)
    #expect(throws: LedgerGate.hangs) { try gate.checkOpen() }
    held.isOver.withLock { $0 = true }
    await until { !gate.isClosed }
    let answer = try await gate.call(within: .seconds(60)) { () async throws(LedgerFailure) in 7 }
    #expect(answer == 7)
    #expect(gate.hasJustHung, "one of many connections hangs, which an answer of another hides")
  }

  @Test("while it hangs one call after the other looks whether it answers again")
  func probe() async throws {
    let (gate, held) = (LedgerGate(), Held())
    await #expect(throws: LedgerGate.hangs) {
      try await gate.call(within: .milliseconds(50)) { () async throws(LedgerFailure) in
        await held.wait()
      }
    }
    let asked = Count()
    await until {
      let answer: Void? = try? await gate.call(within: .seconds(60)) {
        () async throws(LedgerFailure) in
        asked.value.withLock { $0 += 1 }
      }
      return answer != nil
    }
    #expect(asked.value.withLock { $0 } == 1)
    #expect(!gate.isClosed)
    held.isOver.withLock { $0 = true }
  }

  @Test("while it hangs no visitor waits, not even the one whose call looks whether it answers")
  func visitors() async throws {
    let (gate, held) = (LedgerGate(LedgerGate.Limits(lookUp: .seconds(60))), Held())
    await #expect(throws: LedgerGate.hangs) {
      try await gate.call(within: .milliseconds(50)) { () async throws(LedgerFailure) in
        await held.wait()
      }
    }
    // Each is refused although the ledger would answer it; one of them, after half a second, finds out.
    await until {
      guard gate.isClosed else { return true }
      let answer: Int? = try? await gate.lookUp { () async throws(LedgerFailure) in 7 }
      return answer == 7
    }
    let answer = try await gate.lookUp { () async throws(LedgerFailure) in 7 }
    #expect(answer == 7)
    held.isOver.withLock { $0 = true }
  }

  @Test("a call ends before its deadline, which is looked at every 25 ms")
  func deadline() {
    let now = ContinuousClock.now
    #expect(LedgerGate.isOverdue(now + .milliseconds(24), at: now))
    #expect(!LedgerGate.isOverdue(now + .milliseconds(26), at: now))
  }

  @Test("a ledger that fails is no ledger that hangs")
  func failure() async throws {
    let gate = LedgerGate()
    await #expect(throws: LedgerFailure.unavailable("gone")) {
      try await gate.call(within: .seconds(60)) { () async throws(LedgerFailure) -> Int in
        throw .unavailable("gone")
      }
    }
    #expect(!gate.isClosed && !gate.hasJustHung)
    try gate.checkOpen()
  }
}
