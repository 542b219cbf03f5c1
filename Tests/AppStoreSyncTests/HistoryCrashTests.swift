import AppStore
import Foundation
import Ledger
import LedgerSQLite
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

@testable import AppStoreSync

struct HistoryCrashTests {
  @Test("A history that broke off at any page goes on behind it, and no text is there twice")
  func brokenOff() async throws {
    var random = SplitMix(state: 7)
    let ledger = SQLiteLedger.inMemory()
    let store = StubStore()
    let facts = (0..<400).map {
      Sample.fact("\(1000 + $0)", chain: "1000", bought: Int64($0))
    }
    store.change {
      $0.histories["7040"] = facts
      $0.historyPageSize = 2
    }
    let clock = TestClock(Sample.at(1000))
    var turns = 0
    while true {
      // A new reader each time: nothing is left in memory.
      let reader = HistoryReader(store.source, ledger, now: { clock.now })
      let reading = try await reader.read(
        "1000", in: .production, cause: .usual, pages: 1 + random.below(40))
      turns += 1
      if reading.end == .whole { break }
    }
    #expect(turns > 3)
    #expect(try await ledger.entries(after: 0, limit: 1000).count == 400)
    #expect(store.state.withLock { $0.historyCalls.count } == 200)
  }

  @Test("Two who read one history at once store each page once")
  func together() async throws {
    let ledger = SQLiteLedger.inMemory()
    let store = StubStore()
    store.change {
      $0.histories["7040"] = (0..<100).map {
        Sample.fact("\(1000 + $0)", chain: "1000", bought: Int64($0))
      }
      $0.historyPageSize = 5
    }
    let clock = TestClock(Sample.at(1000))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          let reader = HistoryReader(store.source, ledger, now: { clock.now })
          _ = try? await reader.read("1000", in: .production, cause: .usual)
        }
      }
    }
    let entries = try await ledger.entries(after: 0, limit: 1000)
    #expect(Set(entries.map(\.text)).count == entries.count)
    #expect(entries.count <= 100)
    _ = try await HistoryReader(store.source, ledger, now: { clock.now }).read(
      "1000", in: .production, cause: .usual)
    #expect(try await ledger.entries(after: 0, limit: 1000).count == 100)
  }
}
