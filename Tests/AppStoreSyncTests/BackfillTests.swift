import AppStore
import Ledger
import LedgerSQLite
import PaywallCatalog
import Subscribers
import Synchronization
import Testing

@testable import AppStoreSync

struct BackfillTests {
  private let clock = TestClock(Sample.at(1000))
  private let ledger = SQLiteLedger.inMemory()

  private static func store(customers: Int) -> StubStore {
    let store = StubStore()
    store.change { state in
      for customer in 0..<customers {
        state.histories["88800\(customer)"] = (0..<3).map {
          Sample.fact(
            "\(customer)0\($0)", of: "88800\(customer)", chain: "\(customer)00", bought: Int64($0))
        }
      }
    }
    return store
  }

  @Test("A list is digits, one a line; comments, empty lines and repeats do not count")
  func list() throws {
    let list = try BackfillList("# ours\n100\n\n 200\t\r\n100\n")
    #expect(list.ids == ["100", "200"])
    #expect(try list.digest == BackfillList("100\n200").digest)
    #expect(try list.digest != BackfillList("200\n100").digest)
    #expect(throws: BackfillList.Mistake(line: 2, text: "GPA.1")) {
      try BackfillList("100\nGPA.1\n")
    }
  }

  @Test("A list becomes complete histories; an unknown id is told, and stops nothing")
  func fills() async throws {
    let store = Self.store(customers: 150)
    let ids = (0..<150).map { "\($0)00" } + ["999999", "5"] + ["702"]
    let list = try BackfillList(ids.joined(separator: "\n"))
    let failed = Mutex<[String]>([])
    let result = try await Backfill(
      store.source, ledger, holder: "one", now: { clock.now }, sleep: { _ in }
    ).run(list, in: .production, failed: { id, _ in failed.withLock { $0.append(id) } })
    #expect(result.outcome == .done)
    #expect(result.progress.done == 153)
    #expect(result.progress.transactions == 450)
    #expect(failed.withLock { $0 } == ["999999", "5"])
    #expect(try await ledger.entries(after: 0, limit: 1000).count == 450)
    let known = try await ledger.histories(of: .originalTransactionId("4200"), in: .production)
    #expect(known.first?.completeAt == Sample.at(1000))
  }

  @Test("One that is cancelled tells no failure, and gives its claim back")
  func cancelled() async throws {
    let store = Self.store(customers: 64)
    let list = try BackfillList((0..<64).map { "\($0)00" }.joined(separator: "\n"))
    let source = store.source
    let failed = Mutex<[String]>([])
    let handle = Mutex<Task<Backfill.Outcome, any Error>?>(nil)
    var cut = source
    cut.history = { request throws(SourceFailure) in
      // The last two of a chunk cannot be read: so few are reported as failed.
      guard store.state.withLock({ $0.historyCalls.count }) >= 62 else {
        return try await source.history(request)
      }
      while handle.withLock({ $0?.cancel() }) == nil { await Task.yield() }
      throw SourceFailure(.later(nil), "cancelled")
    }
    let first = Backfill(cut, ledger, holder: "one", now: { clock.now }, sleep: { _ in })
    let task = Task {
      try await first.run(
        list, in: .production, concurrency: 1,
        failed: { id, _ in failed.withLock { $0.append(id) } }
      ).outcome
    }
    handle.withLock { $0 = task }
    #expect(try await task.value == .cancelled)
    #expect(failed.withLock { $0 } == [])
    let next = try await Backfill(
      source, ledger, holder: "two", now: { clock.now }, sleep: { _ in }
    ).run(list, in: .production, failed: { id, _ in failed.withLock { $0.append(id) } })
    #expect(next.outcome == .done && next.progress.done == 64)
    #expect(failed.withLock { $0 } == [])
  }

  @Test("It goes on after a stop without a second call for a customer who was read")
  func resumes() async throws {
    let store = Self.store(customers: 200)
    let list = try BackfillList((0..<200).map { "\($0)00" }.joined(separator: "\n"))
    let source = store.source
    var dying = source
    dying.history = { request throws(SourceFailure) in
      guard store.state.withLock({ $0.historyCalls.count }) < 100 else {
        throw SourceFailure(.later(nil), "the process ends")
      }
      return try await source.history(request)
    }
    let first = try await Backfill(
      dying, ledger, holder: "one", now: { clock.now }, sleep: { _ in }
    ).run(list, in: .production)
    guard case .stopped = first.outcome else {
      Issue.record("\(first.outcome)")
      return
    }
    #expect(first.progress.done == 64)
    clock.advance(seconds: 5)
    let second = try await Backfill(
      source, ledger, holder: "two", now: { clock.now }, sleep: { _ in }
    ).run(list, in: .production)
    #expect(second.outcome == .done)
    #expect(second.progress.done == 200)
    #expect(try await ledger.entries(after: 0, limit: 1000).count == 600)
    #expect(store.state.withLock { $0.historyCalls.count } == 200)
  }
}
