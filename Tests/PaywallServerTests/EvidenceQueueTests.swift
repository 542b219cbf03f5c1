import AppStore
import AppStoreFixtures
import HTTPService
import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallCatalog
import Subscribers
@testable import PaywallServer
import Synchronization
import TestSupport
import Testing

@Suite("Evidence that is kept beside answers")
struct EvidenceQueueTests {
  private let metrics = ServerMetrics()
  private let lines = LogLines()

  private func evidence(_ number: Int) throws -> Evidence {
    let shopper = try Shopper(number)
    let text = try #require(shopper.transaction().string)
    guard case .verified(let transaction) = shopper.store.verifier.transaction(text, at: now) else {
      throw CancellationError()
    }
    return try Evidence(transactions: [transaction])
  }

  private let now = time("2026-12-05T12:00:00Z")

  private func queue(
    _ ledger: any Ledger, capacity: EvidenceQueue.Capacity = EvidenceQueue.Capacity(),
    pause: @escaping @Sendable () async -> Void = {}
  ) -> EvidenceQueue {
    let now = now
    let logger = lines.logger(.trace, at: { now })
    return EvidenceQueue(
      ledger, metrics: metrics, logger: logger, now: { now }, capacity: capacity, pause: pause)
  }

  private func count(_ outcome: String) throws -> Double? {
    try Exposition(metrics.text).value("paywall_evidence_total", ["outcome": outcome])
  }

  @Test("what is given is written by the time it is drained; nothing is taken later")
  func drains() async throws {
    let ledger = SQLiteLedger.inMemory()
    let evidenceQueue = queue(ledger)
    for number in 1...100 { evidenceQueue.keep(try evidence(number)) }
    await evidenceQueue.drain()
    #expect(try await ledger.entries(after: 0, limit: 200).count == 100)
    #expect(try count("kept") == 100)
    evidenceQueue.keep(try evidence(101))
    await evidenceQueue.drain()
    #expect(try await ledger.entries(after: 0, limit: 200).count == 100)
    #expect(try count("dropped") == 1)
  }

  @Test("while the ledger is away it waits, in bounded room; the rest is counted and said once")
  func waits() async throws {
    let memory = SQLiteLedger.inMemory()
    let isAway = Mutex(true)
    let (pauses, paused) = AsyncStream.makeStream(of: Void.self)
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    let ledger = ReopeningLedger(pause: .zero) { () throws(LedgerFailure) in
      guard !isAway.withLock({ $0 }) else { throw .unavailable("no disk") }
      return memory
    }
    var capacity = EvidenceQueue.Capacity()
    capacity.count = 3
    let evidenceQueue = queue(ledger, capacity: capacity) {
      paused.yield()
      for await _ in turns { return }
    }
    evidenceQueue.keep(try evidence(1))
    // The first was tried, and waits again.
    for await _ in pauses { break }
    for number in 2...5 { evidenceQueue.keep(try evidence(number)) }
    #expect(try count("dropped") == 2)
    #expect(lines.all.count { $0.contains("could not be kept") } == 1)
    isAway.withLock { $0 = false }
    await until {
      _ = try? await ledger.lateRedemptions()
      return ledger.failure == nil
    }
    turn.finish()
    await evidenceQueue.drain()
    #expect(try await memory.entries(after: 0, limit: 9).count == 3)
    #expect(try count("kept") == 3)
  }

  @Test("sightings leave places for evidence, which decides limits")
  func sightings() async throws {
    let (pauses, paused) = AsyncStream.makeStream(of: Void.self)
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    let ledger = ReopeningLedger(pause: .seconds(60)) { () throws(LedgerFailure) in
      throw .unavailable("no disk")
    }
    var capacity = EvidenceQueue.Capacity()
    capacity.count = 4
    capacity.countForSightings = 2
    let evidenceQueue = queue(ledger, capacity: capacity) {
      paused.yield()
      for await _ in turns { return }
    }
    let claim = SightingClaim(
      environment: .production, visitor: VisitorIdentity(userId: "u", anonymousId: nil),
      customer: CustomerIdentity(appTransactionId: "7040"), route: .placement, voucher: .client)
    evidenceQueue.keep(try evidence(1))
    for await _ in pauses { break }
    for _ in 1...2 { evidenceQueue.keep(nil, seen: claim) }
    #expect(
      try Exposition(metrics.text).value("paywall_sightings_total", ["outcome": "dropped"]) == 1)
    for number in 2...3 { evidenceQueue.keep(try evidence(number)) }
    #expect(try count("dropped") ?? 0 == 0)
    turn.finish()
    await evidenceQueue.drain()
  }

  @Test("room is counted in characters too, and comes free again")
  func size() async throws {
    let ledger = SQLiteLedger.inMemory()
    let one = try evidence(1)
    var capacity = EvidenceQueue.Capacity()
    capacity.size = one.transactions.reduce(0) { $0 + $1.text.compact.utf8.count } - 3
    let narrow = queue(ledger, capacity: capacity)
    narrow.keep(one)
    #expect(try count("dropped") == 1)
    capacity.size += 1
    let wide = queue(ledger, capacity: capacity)
    wide.keep(one)
    await wide.drain()
    #expect(try count("kept") == 1)
  }

  @Test("a ledger that is away when the server ends keeps nobody waiting")
  func ends() async throws {
    let ledger = ReopeningLedger(pause: .seconds(60)) { () throws(LedgerFailure) in
      throw .unavailable("no disk")
    }
    let evidenceQueue = queue(ledger)
    for number in 1...3 { evidenceQueue.keep(try evidence(number)) }
    await evidenceQueue.drain()
    #expect(try count("dropped") == 3)
  }
}
