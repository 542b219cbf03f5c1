import AppStore
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import Synchronization
import TestSupport
import Testing

@testable import AppStoreSync

struct ReconcileTests {
  private let store = StubStore()
  private let ledger = SQLiteLedger.inMemory()

  private static func reconciler(
    _ store: StubStore, _ ledger: any Ledger, _ clock: TestClock, holder: String = "one",
    lag: Int64 = 0
  ) -> Reconciler {
    var settings = ReconcileSettings()
    settings.lag = lag
    return Reconciler(
      store.source, ledger, holder: holder, settings: settings, now: { clock.now })
  }

  private static func renewals(_ count: Int, every seconds: Int64 = 60) -> [Verified<
    AppStore.Notification
  >] {
    (0..<count).map { number in
      Sample.notification(
        "uuid-\(number)",
        Sample.fact(
          "\(1000 + number)", chain: "1000", bought: Int64(number) * seconds,
          signed: Int64(number) * seconds))
    }
  }

  @Test(
    "A server that missed some has them all after it, and reads who they are about")
  func missed() async throws {
    let sent = Self.renewals(50)
    store.change {
      $0.notifications = sent
      $0.histories["7040"] = sent.compactMap(\.payload.transaction?.payload.fact)
    }
    let clock = TestClock(Sample.at(86_400))
    for notification in sent.prefix(30) {
      _ = try await ledger.append(notification, at: Sample.at(1))
    }
    let report = try await Self.reconciler(store, ledger, clock).run(in: .production)
    #expect(report.outcome == .done)
    #expect((report.new, report.already, report.pages) == (20, 30, 3))
    #expect((report.customers, report.failedCustomers) == (1, 0))
    let history = try #require(
      try await ledger.histories(of: .appTransactionId("7040"), in: .production).first)
    #expect(history.transactions.count == 50)
    // The history was read to its end, at this moment.
    #expect(history.completeAt == clock.now)
    #expect(store.state.withLock { $0.historyCalls.count } == 3)

    // The next turn begins where this one ended, an hour earlier, and finds nothing.
    clock.advance(seconds: 3600)
    let again = try await Self.reconciler(store, ledger, clock).run(in: .production)
    #expect(again.from == Sample.at(86_400 - 3600))
    #expect((again.new, again.customers) == (0, 0))
  }

  @Test("A missed customer's next reading asks only for what changed")
  func incremental() async throws {
    let facts = (0..<45).map { Sample.fact("\(1000 + $0)", chain: "1000", bought: Int64($0)) }
    store.change { $0.histories["7040"] = facts }
    let clock = TestClock(Sample.at(100))
    let reader = HistoryReader(store.source, ledger, now: { clock.now })
    let first = try await reader.read("1000", in: .production, cause: .usual)
    #expect((first.new, first.end, first.isComplete) == (45, .whole, true))
    store.change {
      $0.histories["7040"]?.append(Sample.fact("1045", chain: "1000", bought: 99))
      $0.historyCalls = []
    }
    let second = try await reader.read("7040", in: .production, cause: .usual)
    #expect((second.new, second.known) == (1, 0))
    #expect(store.state.withLock { $0.historyCalls.map(\.revision) } == ["45"])
  }

  @Test("A history that was not read to its end is not complete")
  func notComplete() async throws {
    store.change {
      $0.histories["7040"] = (0..<45).map {
        Sample.fact("\(1000 + $0)", chain: "1000", bought: Int64($0))
      }
    }
    let clock = TestClock(Sample.at(100))
    let reader = HistoryReader(store.source, ledger, now: { clock.now })
    let reading = try await reader.read("1000", in: .production, cause: .usual, pages: 2)
    #expect((reading.new, reading.end) == (40, .toBeContinued))
    let half = try await ledger.histories(of: .appTransactionId("7040"), in: .production)
    #expect(half.first?.completeAt == nil)
    _ = try await reader.read("1000", in: .production, cause: .usual)
    let whole = try await ledger.histories(of: .appTransactionId("7040"), in: .production)
    #expect(whole.first?.completeAt == Sample.at(100))
  }

  @Test("A cursor that repeats ends the job for this customer, and the next one is read")
  func circle() async throws {
    let clock = TestClock(Sample.at(1000))
    store.change { state in
      state.histories["7040"] = [Sample.fact("1000")]
      state.circle = 7
    }
    let reader = HistoryReader(store.source, ledger, now: { clock.now })
    let reading = try await reader.read("1000", in: .production, cause: .usual)
    guard case .failed(let failure) = reading.end else {
      Issue.record("\(reading.end)")
      return
    }
    #expect(failure.text.contains("repeats"))
    #expect(store.state.withLock { $0.historyCalls.count } < 30)
    #expect(try await ledger.entries(after: 0, limit: 9).isEmpty)
    let report = try await Self.reconciler(store, ledger, clock).run(in: .production)
    guard case .failed = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
  }

  @Test("Who was erased does not come back by replay; what comes later does")
  func erased() async throws {
    let clock = TestClock(Sample.at(1000))
    let before = Sample.notification("before", Sample.fact("1000", bought: 0, signed: 10))
    let missed = Sample.notification("missed", Sample.fact("1001", chain: "1000", bought: 20))
    _ = try await ledger.append(before, at: Sample.at(11))
    #expect(
      try await ledger.forget(.appTransactionId("7040"), in: .production, at: Sample.at(500)) == 1)
    store.change {
      $0.notifications = [before, missed]
      $0.histories["7040"] = [
        Sample.fact("1000", bought: 0, signed: 999),
        Sample.fact("1001", chain: "1000", bought: 20, signed: 999),
      ]
    }
    let report = try await Self.reconciler(store, ledger, clock).run(in: .production)
    #expect((report.new, report.already, report.erased) == (0, 1, 1))
    // An answer is signed when it is requested: purchases before the erasure count.
    let reader = HistoryReader(store.source, ledger, now: { clock.now })
    let reading = try await reader.read("1000", in: .production, cause: .usual)
    #expect((reading.new, reading.erased, reading.isComplete) == (0, 2, false))
    #expect(try await ledger.entries(after: 0, limit: 9).isEmpty)

    let later = Sample.notification("later", Sample.fact("1002", chain: "1000", bought: 600))
    store.change { $0.notifications.append(later) }
    let again = try await Self.reconciler(store, ledger, clock).run(
      in: .production, since: Sample.at(0))
    #expect((again.new, again.erased) == (1, 1))
    let back = try await ledger.histories(of: .appTransactionId("7040"), in: .production)
    #expect(back.first?.transactions.map(\.transactionId) == ["1002"])
    #expect(back.first?.completeAt == nil)
  }

  @Test("Two processes do not do it at once; a claim that shows no life ends")
  func claims() async throws {
    let clock = TestClock(Sample.at(1000))
    let claim = JobClaim(job: Reconciler.job(.production), holder: "other", until: Sample.at(1600))
    #expect(try await ledger.claim(claim, at: clock.now) != nil)
    let mine = Self.reconciler(store, ledger, clock)
    #expect(try await mine.run(in: .production).outcome == .busy)
    #expect(store.state.withLock { $0.notificationCalls.isEmpty })
    clock.advance(seconds: 600)
    #expect(try await mine.run(in: .production).outcome == .done)
    // The other one wakes up, and may not write any more.
    _ = try await ledger.claim(
      JobClaim(job: claim.job, holder: "one", until: Sample.at(9999)), at: clock.now)
    let late = try await ledger.replay(Self.renewals(1), JobProgress(claim, "{}"), at: clock.now)
    #expect(late == .lostClaim)
    #expect(try await ledger.entries(after: 0, limit: 9).isEmpty)
  }

  @Test(
    "Killed at any page, and going on with what the disk has: each notification is there once"
  )
  func killed() async throws {
    var random = SplitMix(state: 20)
    let count = rounds(1_000, all: 5_000)
    try await withTemporaryFolder { folder in
      let store = StubStore()
      let sent = Self.renewals(count)
      store.change {
        $0.notifications = sent
        $0.pageSize = 1
      }
      let clock = TestClock(Sample.at(Int64(count) * 60))
      var path = "\(folder)/0.sqlite"
      var crashes = 0
      var isDone = false
      while !isDone {
        let ledger = try SQLiteLedger.open(path: path)
        if crashes < 12 {
          let page = random.below(count / 12)
          let before = store.state.withLock { $0.notificationCalls.count }
          let source = store.source
          var dying = source
          dying.notifications = { request throws(SourceFailure) in
            guard store.state.withLock({ $0.notificationCalls.count }) < before + page else {
              throw SourceFailure(.later(nil), "the process ends")
            }
            return try await source.notifications(request)
          }
          var settings = ReconcileSettings()
          settings.lag = 0
          _ = try await Reconciler(
            dying, ledger, holder: "process \(crashes)", settings: settings, now: { clock.now }
          ).run(in: .production)
          crashes += 1
          // A killed process leaves the file and its log, with nothing closed.
          let next = "\(folder)/\(crashes).sqlite"
          for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.copyItem(atPath: path + ending, toPath: next + ending)
          }
          path = next
        } else {
          let report = try await Self.reconciler(store, ledger, clock, holder: "last").run(
            in: .production)
          #expect(report.outcome == .done)
          var numbers: [Int64] = []
          while case let page = try await ledger.entries(after: numbers.last ?? 0, limit: 1000),
            !page.isEmpty
          {
            numbers += page.map(\.number)
          }
          #expect(numbers.count == count)
          isDone = true
        }
        await ledger.close()
        clock.advance(seconds: 60)
      }
      // No page was fetched twice but the one of each crash.
      let calls = store.state.withLock { $0.notificationCalls.count }
      #expect(calls >= count && calls <= count + crashes + 1)
    }
  }
}
