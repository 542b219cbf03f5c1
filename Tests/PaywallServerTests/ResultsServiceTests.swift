import ExperimentReports
import ExperimentResults
import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Synchronization
import TestSupport
import Testing

@Suite("Computing results")
struct ResultsServiceTests {
  private let release = PreparedRelease(Snapshot.lumen)
  private let counting = Counting()

  /// Counts what runs at a time.
  private final class Counting: Sendable {
    let state = Mutex((running: 0, most: 0, all: 0))
  }

  private func service(
    _ counting: Counting, now: @escaping @Sendable () -> Timestamp
  ) -> ResultsService {
    ResultsService(
      { (question, snapshot, now) async throws(ResultsFailure) -> ExperimentReport in
        counting.state.withLock { state in
          state.running += 1
          state.all += 1
          state.most = max(state.most, state.running)
        }
        await Task.yield()
        counting.state.withLock { $0.running -= 1 }
        return try await question.report(from: SQLiteLedger.inMemory(), snapshot, at: now)
      }, now: now)
  }

  @Test("readers together compute one report at a time, and each only once a minute")
  func once() async throws {
    let clock = Mutex(time("2026-12-05T12:00:00Z"))
    let service = service(counting) { clock.withLock { $0 } }
    let ids = release.snapshot.experiments.keys.sorted().prefix(4)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        for id in ids {
          group.addTask { _ = try await service.report(ResultsQuestion(id), in: release) }
        }
      }
      try await group.waitForAll()
    }
    #expect(counting.state.withLock { $0.most } == 1)
    #expect(counting.state.withLock { $0.all } == ids.count)
    clock.withLock { $0 = $0.adding(milliseconds: ResultsService.lifetime) }
    _ = try await service.report(ResultsQuestion("annual-trial"), in: release)
    #expect(counting.state.withLock { $0.all } == ids.count + 1)
  }

  @Test("a report that is no longer new is shown until the next one is there")
  func kept() async throws {
    let clock = Mutex(time("2026-12-05T12:00:00Z"))
    let service = service(counting) { clock.withLock { $0 } }
    let question = ResultsQuestion("annual-trial")
    let first = try await service.report(question, in: release)
    clock.withLock { $0 = $0.adding(milliseconds: ResultsService.lifetime) }
    guard case .report(let shown, isNew: false) = service.readyReport(question, in: release) else {
      Issue.record("the old report is not shown")
      return
    }
    #expect(shown.asOf == first.asOf)
    await until {
      guard case .report(let next, isNew: true) = service.readyReport(question, in: release) else {
        return false
      }
      return next.asOf > first.asOf
    }
    #expect(counting.state.withLock { $0.all } == 2)
  }

  @Test("the report of an experiment that has ended is new for an hour")
  func ended() async throws {
    let clock = Mutex(time("2026-12-05T12:00:00Z"))
    let service = service(counting) { clock.withLock { $0 } }
    var snapshot = Snapshot.lumen
    var experiment = try #require(snapshot.experiments["annual-trial"])
    experiment.schedule = TimeWindow(
      start: experiment.schedule.start, end: time("2026-12-01T12:00:00Z"))
    snapshot.experiments["annual-trial"] = experiment
    let release = PreparedRelease(snapshot)
    let question = ResultsQuestion("annual-trial")
    _ = try await service.report(question, in: release)
    clock.withLock { $0 = $0.adding(milliseconds: ResultsService.endedLifetime - 1) }
    _ = try await service.report(question, in: release)
    #expect(counting.state.withLock { $0.all } == 1)
    clock.withLock { $0 = $0.adding(milliseconds: 1) }
    _ = try await service.report(question, in: release)
    #expect(counting.state.withLock { $0.all } == 2)
  }

  @Test("a list leaves places in the queue for pages, and says what it does not compute")
  func bounded() async throws {
    let isOpen = Mutex(false)
    let service = ResultsService(
      { (question, snapshot, now) async throws(ResultsFailure) -> ExperimentReport in
        await until { isOpen.withLock { $0 } }
        return try await question.report(from: SQLiteLedger.inMemory(), snapshot, at: now)
      }, now: { time("2026-12-05T12:00:00Z") })
    // Moments make questions of their own.
    func ready(_ number: Int, isForList: Bool) -> ResultsService.Ready {
      service.readyReport(
        ResultsQuestion(
          "annual-trial", asOf: time("2026-12-05T11:00:00Z").adding(milliseconds: Int64(number))),
        in: release, isForList: isForList)
    }
    func isComputing(_ ready: ResultsService.Ready) -> Bool {
      if case .computing = ready { true } else { false }
    }
    let listed = (0..<12).map { isComputing(ready($0, isForList: true)) }
    #expect(listed == Array(repeating: true, count: 8) + Array(repeating: false, count: 4))
    #expect(isComputing(ready(8, isForList: false)))
    isOpen.withLock { $0 = true }
    _ = try await service.report(ResultsQuestion("annual-trial"), in: release)
  }
}
