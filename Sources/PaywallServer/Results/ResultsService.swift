package import ExperimentReports
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import PaywallAPI
package import PaywallCatalog
import Synchronization

/// Computes reports off the event loops, one at a time, and keeps each for a minute: reloading a page
/// costs nothing, and readers together never take more than one core. A report that is older is shown
/// until the next one is there.
package final class ResultsService: Sendable {
  /// How long a report is new, in milliseconds, from the beginning of its computation.
  package static let lifetime: Int64 = 60_000
  /// The same of an experiment that has ended: only refunds and late facts change it.
  package static let endedLifetime: Int64 = 3_600_000
  /// A report is new for at least so many times as long as it took.
  private static let leastRest: Int64 = 10
  /// After a failure nothing is tried for so long, in milliseconds.
  private static let pause: Int64 = 5_000
  /// Reports that wait or are kept.
  private static let capacity = 64
  /// Reports that may wait for their turn, and how many of them for lists.
  private static let mostWaiting = 16
  private static let mostOfLists = 8

  private let source: ResultsSource
  private let now: @Sendable () -> Timestamp
  private let state = Mutex(State())

  fileprivate struct Key: Hashable {
    var question: ResultsQuestion
    var release: String
  }

  fileprivate struct Entry {
    var lastUse: Timestamp
    /// The newest report, and until when it is new.
    var report: ExperimentReport?
    var newUntil: Timestamp?
    var failedAt: Timestamp?
    var failure: ResultsFailure?
    /// The computation that waits or runs.
    var task: Task<ExperimentReport, any Error>?
  }

  fileprivate struct State {
    var entries: [Key: Entry] = [:]
    /// The last report that was asked for; the next one waits for it.
    var last: Task<Void, Never>?
    var waiting = 0
  }

  package init(_ source: @escaping ResultsSource, now: @escaping @Sendable () -> Timestamp) {
    self.source = source
    self.now = now
  }

  /// A report that is new. Waits until it is computed.
  package func report(
    _ question: ResultsQuestion, in release: PreparedRelease
  ) async throws -> ExperimentReport {
    do {
      switch try begin(question, release, mostWaiting: Self.mostWaiting) {
      case .new(let report): return report
      case .failed(let failure): throw failure
      case .computing(let task): return try await task.value
      }
    } catch let failure as ResultsFailure {
      throw Problem(failure)
    }
  }

  /// Returns the result that can be shown now; begins to compute a new one if it is not new.
  ///
  /// - Parameter isForList: true if it is one of many, which do not fill the queue.
  package func readyReport(
    _ question: ResultsQuestion, in release: PreparedRelease, isForList: Bool = false
  ) -> Ready {
    let limit = isForList ? Self.mostOfLists : Self.mostWaiting
    let begun = try? begin(question, release, mostWaiting: limit)
    let key = Key(question: question, release: release.release)
    let kept = state.withLock { $0.entries[key]?.report }
    switch (begun, kept) {
    case (.new(let report)?, _): return .report(report, isNew: true)
    case (_, let report?): return .report(report, isNew: false)
    case (.failed?, nil): return .failed
    case (.computing?, nil): return .computing
    case (nil, nil): return .notComputed
    }
  }

  package enum Ready: Sendable {
    case report(ExperimentReport, isNew: Bool)
    case computing, failed
    /// Too many others wait.
    case notComputed
  }

  private enum Begun {
    case new(ExperimentReport)
    case failed(ResultsFailure)
    case computing(Task<ExperimentReport, any Error>)
  }

  private func begin(
    _ question: ResultsQuestion, _ release: PreparedRelease, mostWaiting: Int
  ) throws(Problem) -> Begun {
    let key = Key(question: question, release: release.release)
    let now = now()
    let begun: Begun? = state.withLock { state in
      state.entries[key]?.lastUse = now
      if let entry = state.entries[key] {
        if let report = entry.report, let until = entry.newUntil, now < until {
          return .new(report)
        }
        if let task = entry.task { return .computing(task) }
        if let failure = entry.failure, let moment = entry.failedAt,
          now.milliseconds - moment.milliseconds < Self.pause
        {
          return .failed(failure)
        }
      }
      guard state.waiting < mostWaiting else { return nil }
      state.waiting += 1
      let task = compute(key, release.snapshot, after: state.last)
      state.last = Task { _ = await task.result }
      state.entries[key, default: Entry(lastUse: now)].task = task
      state.trim(to: Self.capacity)
      return .computing(task)
    }
    guard let begun else { throw .resultsBusy }
    return begun
  }

  private func compute(
    _ key: Key, _ snapshot: Snapshot, after before: Task<Void, Never>?
  ) -> Task<ExperimentReport, any Error> {
    Task {
      await before?.value
      // The computation begins here; it may have waited for others.
      let began = now()
      do {
        let report = try await offEventLoop { () async throws(ResultsFailure) in
          try await source(key.question, snapshot, began)
        }
        let took = now().milliseconds - began.milliseconds
        let stage = snapshot.experiments[key.question.experiment]?.stage(at: began)
        let isOver = stage == .ended || stage == .archived
        let lifetime = max(
          isOver ? Self.endedLifetime : Self.lifetime, Self.leastRest * took)
        finish(key) { entry in
          (entry.report, entry.failure, entry.failedAt) = (report, nil, nil)
          entry.newUntil = began.adding(milliseconds: lifetime)
        }
        return report
      } catch {
        finish(key) { entry in
          entry.failedAt = now()
          entry.failure = error as? ResultsFailure ?? .ledger(.unavailable("\(error)"))
        }
        throw error
      }
    }
  }

  private func finish(_ key: Key, _ change: (inout Entry) -> Void) {
    state.withLock { state in
      state.waiting -= 1
      state.entries[key]?.task = nil
      if var entry = state.entries[key] {
        change(&entry)
        state.entries[key] = entry
      }
    }
  }
}

extension ResultsService.State {
  /// Drops those that were not asked for longest, of those that are not being computed.
  fileprivate mutating func trim(to count: Int) {
    while entries.count > count,
      let oldest = entries.filter({ $0.value.task == nil })
        .min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      entries[oldest] = nil
    }
  }
}

extension Problem {
  fileprivate init(_ failure: ResultsFailure) {
    switch failure {
    case .ledger(let failure): self.init(failure)
    case .phase(let why): self.init(.malformedQuery, "No results: \(why).", field: "phase")
    }
  }

  static var resultsBusy: Problem {
    Problem(
      .resultsBusy, "Too many results are being computed; ask again in a few seconds.",
      headers: [.retryAfter: "5"])
  }
}
