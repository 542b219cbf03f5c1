import ExperimentReports
import HTTPDocuments
import LedgerSQLite
import PaywallCatalog
@testable import PaywallServer
import Synchronization
import TestSupport
import Testing

@Suite("Computing revenue")
struct RevenueServiceTests {
  private let release = PreparedRelease(Snapshot.lumen)

  private func question(_ query: String) throws -> RevenueQuestion {
    try RevenueQuestion(PageForm(query.utf8), usual: .production)
  }

  @Test("a report is computed once in 15 minutes for the same question")
  func kept() async throws {
    let start = time("2026-12-05T12:00:00Z")
    let clock = Mutex(start)
    let asked = Mutex<[Timestamp]>([])
    let service = ReportService<RevenueQuestion>(
      { (question, snapshot, now) async throws(ResultsFailure) -> RevenueReport in
        asked.withLock { $0.append(now) }
        return try await RevenueQuestion.source(SQLiteLedger.inMemory())(question, snapshot, now)
      }, now: { clock.withLock { $0 } })
    let minute: Int64 = 60_000
    for moment in [0, 1, 15 * minute - 1, 15 * minute] {
      clock.withLock { $0 = start.adding(milliseconds: moment) }
      _ = try await service.report(question(""), in: release)
    }
    #expect(asked.withLock { $0 } == [start, start.adding(milliseconds: 15 * minute)])
    _ = try await service.report(question("environment=sandbox"), in: release)
    #expect(asked.withLock { $0.count } == 3)
  }

  @Test("two services with one queue compute one report at a time")
  func queue() async throws {
    let queue = ReportQueue()
    let running = Mutex((now: 0, most: 0))
    let source: ReportSource<RevenueQuestion> = {
      (question, snapshot, now) async throws(ResultsFailure) -> RevenueReport in
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      await Task.yield()
      running.withLock { $0.now -= 1 }
      return try await RevenueQuestion.source(SQLiteLedger.inMemory())(question, snapshot, now)
    }
    let services = (0..<2).map { _ in
      ReportService<RevenueQuestion>(source, in: queue) { time("2026-12-05T12:00:00Z") }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for service in services {
        for environment in ["production", "sandbox", "xcode"] {
          let question = try question("environment=\(environment)")
          group.addTask { _ = try await service.report(question, in: release) }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.withLock { $0.most } == 1)
  }

  @Test(
    "a question that is no environment or moment is refused",
    arguments: ["environment=Sandbocks", "asOf=yesterday", "experiment=price"])
  func refused(query: String) {
    #expect(throws: (any Error).self) { try question(query) }
  }
}
