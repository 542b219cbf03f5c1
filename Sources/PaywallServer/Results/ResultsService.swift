import ExperimentReports
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import PaywallAPI
package import PaywallCatalog
import Synchronization

/// A question about the ledger whose answer is a report that takes long.
package protocol ReportQuestion: Hashable, Sendable {
  associatedtype Report: Sendable

  /// How long a report is new, in milliseconds, from the beginning of its computation.
  func lifetime(in snapshot: Snapshot, at moment: Timestamp) -> Int64
}

/// Computes reports off the event loops, one at a time, and keeps each for a while: reloading a page
/// costs nothing, and readers together never take more than one core. A report that is older is shown
/// until the next one is there.
package final class ReportService<Question: ReportQuestion>: Sendable {
  package typealias Report = Question.Report

  /// A report is new for at least so many times as long as it took.
  private static var leastRest: Int64 { 10 }
  /// After a failure nothing is tried for so long, in milliseconds.
  private static var pause: Int64 { 5_000 }
  /// Reports that wait or are kept.
  private static var capacity: Int { 64 }
  /// Reports that may wait for their turn, and how many of them for lists.
  private static var mostWaiting: Int { 16 }
  private static var mostOfLists: Int { 8 }

  private let source: ReportSource<Question>
  private let queue: ReportQueue
  private let now: @Sendable () -> Timestamp
  private let state = Mutex(State())

  fileprivate struct Key: Hashable {
    var question: Question
    var release: String
  }

  fileprivate struct Entry {
    var lastUse: Timestamp
    /// The newest report, and until when it is new.
    var report: Report?
    var newUntil: Timestamp?
    var failedAt: Timestamp?
    var failure: ResultsFailure?
    /// The computation that waits or runs.
    var task: Task<Report, any Error>?
  }

  fileprivate struct State {
    var entries: [Key: Entry] = [:]
    var waiting = 0
  }

  /// - Parameter queue: for this and other services, which take turns.
  package init(
    _ source: @escaping ReportSource<Question>, in queue: ReportQueue = ReportQueue(),
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.source = source
    self.queue = queue
    self.now = now
  }

  /// A report that is new. Waits until it is computed.
  package func report(
    _ question: Question, in release: PreparedRelease
  ) async throws -> Report {
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
    _ question: Question, in release: PreparedRelease, isForList: Bool = false
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
    case report(Report, isNew: Bool)
    case computing, failed
    /// Too many others wait.
    case notComputed
  }

  private enum Begun {
    case new(Report)
    case failed(ResultsFailure)
    case computing(Task<Report, any Error>)
  }

  private func begin(
    _ question: Question, _ release: PreparedRelease, mostWaiting: Int
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
      let task = compute(key, release.snapshot)
      state.entries[key, default: Entry(lastUse: now)].task = task
      state.trim(to: Self.capacity)
      return .computing(task)
    }
    guard let begun else { throw .resultsBusy }
    return begun
  }

  private func compute(_ key: Key, _ snapshot: Snapshot) -> Task<Report, any Error> {
    queue.run { [self] in
      // The computation begins here; it may have waited for others.
      let began = now()
      do {
        let report = try await offEventLoop { () async throws(ResultsFailure) in
          try await source(key.question, snapshot, began)
        }
        let took = now().milliseconds - began.milliseconds
        let lifetime = max(
          key.question.lifetime(in: snapshot, at: began), Self.leastRest * took)
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

extension ReportService {
  /// Returns the reports that can be shown, once all of them are new or the wait is over.
  func ready(
    _ questions: [Question], in release: PreparedRelease, isForList: Bool = false
  ) async -> [Question: Ready] {
    let deadline = ContinuousClock.now.advanced(by: .seconds(2))
    var ready: [Question: Ready] = [:]
    while true {
      for question in questions where !(ready[question]?.isFinal ?? false) {
        ready[question] = readyReport(question, in: release, isForList: isForList)
      }
      guard ready.values.contains(where: { !$0.isFinal }), ContinuousClock.now < deadline else {
        return ready
      }
      // A pause between two looks at the reports that are being computed.
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return ready }
    }
  }

  /// The report, for a page; `nil` while the first one is computed.
  func page(of question: Question, in release: PreparedRelease) async throws -> Report? {
    switch await ready([question], in: release)[question] {
    case .report(let report, _)?: return report
    // It says why.
    case .failed?: return try await report(question, in: release)
    case .computing?: return nil
    case .notComputed?, nil: throw Problem.resultsBusy
    }
  }
}

extension ReportService.Ready {
  /// True if waiting brings nothing better.
  fileprivate var isFinal: Bool {
    switch self {
    case .report(_, let isNew): isNew
    case .failed: true
    case .computing, .notComputed: false
    }
  }
}

extension ReportService.State {
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
