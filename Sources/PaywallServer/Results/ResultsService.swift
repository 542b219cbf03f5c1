package import ExperimentResults
import HTTPTransport
import HTTPTypes
import Ledger
import PaywallAPI
package import PaywallCatalog
import Synchronization

/// Computes reports off the event loops, one at a time, and keeps each for a minute: reloading a page
/// costs nothing, and readers together never take more than one core.
package final class ResultsService: Sendable {
  /// How long a report is shown again, in milliseconds.
  package static let lifetime: Int64 = 60_000
  /// After a failure nothing is tried for so long, in milliseconds.
  private static let pause: Int64 = 5_000
  /// Reports that wait or are kept.
  private static let capacity = 64
  /// Reports that may wait for their turn.
  private static let mostWaiting = 16

  private let source: ResultsSource
  private let now: @Sendable () -> Timestamp
  private let state = Mutex(State())

  fileprivate struct Key: Hashable {
    var question: ResultsQuestion
    var release: String
  }

  fileprivate struct Entry {
    var began: Timestamp
    var task: Task<ExperimentReport, any Error>
    /// Set by the task when it ends.
    var outcome: Outcome?
  }

  fileprivate enum Outcome {
    case report(ExperimentReport)
    case failed
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

  /// The report, which is at most ``lifetime`` old.
  package func report(
    _ question: ResultsQuestion, in release: PreparedRelease
  ) async throws -> ExperimentReport {
    try question.checkPhase(in: release.snapshot)
    do {
      return try await task(question, release).value
    } catch let failure as LedgerFailure {
      throw Problem(failure)
    }
  }

  /// The report if it is there; begins to compute it otherwise.
  package func readyReport(
    _ question: ResultsQuestion, in release: PreparedRelease
  ) -> Ready {
    guard (try? task(question, release)) != nil else { return .waiting }
    let key = Key(question: question, release: release.release)
    return state.withLock { state in
      switch state.entries[key]?.outcome {
      case .report(let report)?: .report(report)
      case .failed?: .failed
      case nil: .waiting
      }
    }
  }

  package enum Ready: Sendable {
    case report(ExperimentReport)
    case waiting, failed
  }

  private func task(
    _ question: ResultsQuestion, _ release: PreparedRelease
  ) throws(Problem) -> Task<ExperimentReport, any Error> {
    let key = Key(question: question, release: release.release)
    let (now, source) = (now(), source)
    let snapshot = release.snapshot
    let found: Task<ExperimentReport, any Error>? = state.withLock { state in
      if let entry = state.entries[key], now.milliseconds - entry.began.milliseconds < Self.lifetime
      {
        return entry.task
      }
      guard state.waiting < Self.mostWaiting else { return nil }
      state.waiting += 1
      let before = state.last
      let task = Task<ExperimentReport, any Error> {
        await before?.value
        do {
          let report = try await offEventLoop { () async throws(LedgerFailure) in
            try await source(question, snapshot, now)
          }
          self.finish(key, began: now, .report(report))
          return report
        } catch {
          self.finish(key, began: now, .failed)
          throw error
        }
      }
      state.last = Task { _ = await task.result }
      state.entries[key] = Entry(began: now, task: task)
      state.trim(to: Self.capacity)
      return task
    }
    guard let found else { throw .resultsBusy }
    return found
  }

  private func finish(_ key: Key, began: Timestamp, _ outcome: Outcome) {
    state.withLock { state in
      state.waiting -= 1
      guard state.entries[key]?.began == began else { return }
      if case .failed = outcome {
        state.entries[key]?.began = began.adding(milliseconds: Self.pause - Self.lifetime)
      }
      state.entries[key]?.outcome = outcome
    }
  }
}

extension ResultsService.State {
  /// Drops the oldest that are computed.
  fileprivate mutating func trim(to count: Int) {
    while entries.count > count,
      let oldest = entries.filter({ $0.value.outcome != nil })
        .min(by: { $0.value.began < $1.value.began })?.key
    {
      entries[oldest] = nil
    }
  }
}

extension Problem {
  static var resultsBusy: Problem {
    Problem(
      .resultsBusy, "Too many results are being computed; ask again in a few seconds.",
      headers: [.retryAfter: "5"])
  }
}
