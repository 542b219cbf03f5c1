import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Synchronization
import Testing

@testable import AppStoreSync

/// The first pass of a ledger, which reads all that Apple keeps, and what comes between.
struct FirstPassTests {
  private static let day: Int64 = 86_400

  private static func run(
    _ source: AppStoreSource, _ ledger: any Ledger, _ clock: TestClock, holder: String
  ) async throws(LedgerFailure) -> ReconcileReport {
    var settings = ReconcileSettings()
    settings.lag = 0
    return try await Reconciler(
      source, ledger, holder: holder, settings: settings, now: { clock.now }
    ).run(in: .production)
  }

  /// A hundred notifications, five on a page, one for each of the last hundred days.
  private static func store() -> StubStore {
    let store = StubStore()
    store.change { state in
      state.pageSize = 5
      state.notifications = (0..<100 as Range<Int64>).map {
        Sample.notification("n\($0)", signed: Sample.at($0 * day))
      }
    }
    return store
  }

  private static func entries(_ ledger: any Ledger) async throws -> Int {
    try await ledger.entries(after: 0, limit: 1_000).count
  }

  /// Reads seven pages of the first pass and is killed: nothing is released.
  private static func die(
    _ store: StubStore, _ ledger: any Ledger, _ clock: TestClock
  ) async throws {
    let source = store.source
    var dying = source
    dying.notifications = { request throws(SourceFailure) in
      guard store.state.withLock({ $0.notificationCalls.count }) < 7 else {
        throw SourceFailure(.later(nil), "the process ends")
      }
      return try await source.notifications(request)
    }
    _ = try await run(dying, ledger, clock, holder: "killed")
    let claim = JobClaim(
      job: Reconciler.job(.production), holder: "killed",
      until: clock.now.adding(milliseconds: 600_000))
    #expect(try await ledger.claim(claim, at: clock.now) != nil)
    #expect(try await entries(ledger) == 35)
  }

  @Test(
    "A first pass that was killed goes on at its page when the claim ends")
  func resumed() async throws {
    let ledger = SQLiteLedger.inMemory()
    let (store, clock) = (Self.store(), TestClock(Sample.at(100 * Self.day)))
    try await Self.die(store, ledger, clock)
    let first = try #require(store.state.withLock { $0.notificationCalls.first })
    clock.advance(seconds: 300)
    #expect(try await Self.run(store.source, ledger, clock, holder: "next").outcome == .busy)
    clock.advance(seconds: 1_500)
    let report = try await Self.run(store.source, ledger, clock, holder: "next")
    #expect((report.outcome, report.new, report.already) == (.done, 65, 0))
    // The same times, at the page after the last one that is stored.
    let resumed = try #require(store.state.withLock { $0.notificationCalls.dropFirst(7).first })
    #expect((resumed.token, resumed.from, resumed.to) == ("35", first.from, first.to))
    #expect(try await Self.entries(ledger) == 100)
    // The next pass begins where this one ended, an hour earlier.
    let next = try await Self.run(store.source, ledger, clock, holder: "next")
    #expect(next.from == first.to.adding(milliseconds: -3_600_000))
  }

  @Test("One that is older than what Apple keeps begins again, and nothing is there twice")
  func begunAgain() async throws {
    let (ledger, store, clock) = (
      SQLiteLedger.inMemory(), Self.store(), TestClock(Sample.at(100 * Self.day))
    )
    try await Self.die(store, ledger, clock)
    clock.advance(seconds: 2 * 3_600)
    let report = try await Self.run(store.source, ledger, clock, holder: "next")
    #expect((report.outcome, report.new, report.already) == (.done, 65, 35))
    let begun = try #require(store.state.withLock { $0.notificationCalls.dropFirst(7).first })
    #expect(begun.token == nil)
    // Apple keeps 180 days; an hour is left for clocks.
    #expect(begun.from == Sample.at((100 - 180) * Self.day + 3 * 3_600))
    #expect(try await Self.entries(ledger) == 100)
    let next = try await Self.run(store.source, ledger, clock, holder: "next")
    #expect(next.from == clock.now.adding(milliseconds: -3_600_000))
  }

  @Test("A customer who is wanted while a pass reads is left to the next one, so that it ends")
  func late() async throws {
    let (ledger, store, clock) = (SQLiteLedger.inMemory(), StubStore(), TestClock(Sample.at(1_000)))
    for customer in ["7040", "7050"] {
      let fact = Sample.fact("1\(customer)", of: customer)
      _ = try await ledger.append(Sample.notification(customer, fact), at: Sample.at(1))
      store.change { $0.histories[customer] = [fact] }
    }
    try await ledger.want("7040", in: .production, from: Sample.at(1_000))
    let source = store.source
    var wanting = source
    wanting.history = { request throws(SourceFailure) in
      clock.advance(seconds: 1)
      do throws(LedgerFailure) {
        try await ledger.want("7050", in: .production, from: clock.now)
      } catch {
        throw SourceFailure(.refused, "\(error)")
      }
      return try await source.history(request)
    }
    let report = try await Self.run(wanting, ledger, clock, holder: "one")
    #expect((report.outcome, report.customers) == (.done, 1))
    let next = try await Self.run(source, ledger, clock, holder: "one")
    #expect((next.outcome, next.customers) == (.done, 1))
    #expect(try await ledger.wantedHistories(limit: 9, at: Sample.at(99_999)).isEmpty)
  }
}
