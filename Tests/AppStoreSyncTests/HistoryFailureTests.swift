import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import Synchronization
import Testing

@testable import AppStoreServerAPI
@testable import AppStoreSync

/// Histories whose cursor or key Apple no longer takes.
struct HistoryFailureTests {
  private static func facts(_ count: Int) -> [TransactionFact] {
    (0..<count).map { Sample.fact("\(1000 + $0)", chain: "1000", bought: Int64($0)) }
  }

  private static func read(
    _ store: StubStore, _ ledger: any Ledger, at seconds: Int64
  ) async throws(LedgerFailure) -> HistoryReading {
    try await HistoryReader(store.source, ledger, now: { Sample.at(seconds) }).read(
      "1000", in: .production, cause: .usual)
  }

  @Test(
    "A history whose cursor Apple no longer takes is read again from its beginning, once")
  func staleCursor() async throws {
    let ledger = SQLiteLedger.inMemory()
    let store = StubStore()
    store.change { $0.histories["7040"] = Self.facts(45) }
    #expect(try await Self.read(store, ledger, at: 100).isComplete)
    let stale = SourceFailure(.staleCursor, "4000005")
    store.change {
      $0.histories["7040"] = Self.facts(46)
      $0.failures = [stale]
      $0.historyCalls = []
    }
    let again = try await Self.read(store, ledger, at: 200)
    #expect((again.end, again.new, again.known, again.isComplete) == (.whole, 1, 45, true))
    #expect(store.state.withLock { $0.historyCalls.map(\.revision) } == ["45", nil, "20", "40"])
    #expect(try await ledger.entries(after: 0, limit: 100).count == 46)
    let fetch = try await ledger.historyFetch(of: "1000", in: .production)
    #expect(fetch?.revision == "46")
    // A second time in one turn is an error, and the stored pages stay.
    store.change { $0.failures = [stale, stale] }
    #expect(try await Self.read(store, ledger, at: 300).failure == stale)
    #expect(try await ledger.historyFetch(of: "1000", in: .production) == fetch)
  }

  @Test("Once a history is read anew, a page that another process asked for before is not stored")
  func outOfStep() async throws {
    let (ledger, store) = (SQLiteLedger.inMemory(), StubStore())
    store.change { $0.histories["7040"] = Self.facts(45) }
    _ = try await Self.read(store, ledger, at: 100)
    func page(after: String?, _ revision: String, isAnew: Bool = false) -> FetchedFacts {
      FetchedFacts(
        environment: .production, id: "1000",
        transactions: Self.facts(20).map(Sample.transaction),
        cursor: .init(
          after: after, revision: revision, hasMore: true, askedAt: Sample.at(200),
          isAnew: isAnew))
    }
    guard
      case .stored = try await ledger.store(
        page(after: nil, "20", isAnew: true), at: Sample.at(200))
    else {
      Issue.record("the first page of a new reading was not stored")
      return
    }
    let late = try await ledger.store(page(after: "45", "65"), at: Sample.at(201))
    guard case .outOfStep(let fetch) = late else {
      Issue.record("\(late)")
      return
    }
    #expect((fetch.revision, fetch.isWhole) == ("20", false))
  }

  @Test("A key that Apple refuses is no customer's fault: they are asked for again within the hour")
  func unauthorized() async throws {
    let refused = AppStoreAPIError(.unauthorized, .history, in: .production, status: 401)
    #expect(SourceFailure(refused).isLater)
    for (failure, seconds) in [
      (SourceFailure(refused), 3_600),
      (SourceFailure(AppStoreAPIError(.wrongApp("x"), .history, in: .production)), 86_400),
    ] as [(SourceFailure, Int64)] {
      let (ledger, store) = (SQLiteLedger.inMemory(), StubStore())
      _ = try await ledger.append(
        Sample.notification("n", Self.facts(1)[0]), at: Sample.at(1))
      try await ledger.want("1000", in: .production, from: Sample.at(1))
      store.change {
        $0.histories["7040"] = Self.facts(1)
        // The notification history is read before.
        $0.notifications = []
      }
      let source = store.source
      var refusing = source
      refusing.history = { _ throws(SourceFailure) in throw failure }
      let report = try await Reconciler(
        refusing, ledger, holder: "one", now: { Sample.at(1_000) }
      ).run(in: .production)
      #expect(report.failedCustomers == 1)
      let next = Sample.at(1_000 + seconds)
      #expect(
        try await ledger.wantedHistories(limit: 9, at: next.adding(milliseconds: -1)).isEmpty)
      #expect(try await ledger.wantedHistories(limit: 9, at: next).map(\.id) == ["1000"])
    }
  }

  @Test("A refused key stops a backfill, which names no id as failed and goes on later")
  func backfill() async throws {
    let (ledger, store) = (SQLiteLedger.inMemory(), StubStore())
    store.change { $0.histories["7040"] = Self.facts(3) }
    let refused = SourceFailure(
      AppStoreAPIError(.unauthorized, .history, in: .production, status: 401))
    let source = store.source
    var refusing = source
    refusing.history = { _ throws(SourceFailure) in throw refused }
    let list = try BackfillList("1000\n2000\n")
    func run(
      _ source: AppStoreSource
    ) async throws(LedgerFailure) -> (outcome: Backfill.Outcome, progress: BackfillProgress) {
      try await Backfill(
        source, ledger, holder: "one", now: { Sample.at(1_000) }, sleep: { _ in }
      ).run(list, in: .production)
    }
    let stopped = try await run(refusing)
    #expect(stopped.outcome == .stopped(refused))
    #expect((stopped.progress.done, stopped.progress.failed) == (0, 0))
    let done = try await run(source)
    #expect((done.outcome, done.progress.transactions, done.progress.failed) == (.done, 3, 1))
  }
}
