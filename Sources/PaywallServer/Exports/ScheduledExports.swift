import Foundation
package import Ledger
package import Logging
package import PaywallAPI
package import PaywallCatalog

/// Writes the exports of `store/exports.yaml` when they are due. One of the servers that share a ledger
/// writes an export at a time, and only one that has its folder; when it was written last is in the
/// ledger, for all of them.
package struct ScheduledExports: Sendable {
  private let ledger: any Ledger
  private let snapshot: @Sendable () -> Snapshot
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let holder: String
  private let states: KeptReading<[String: State]>

  /// Milliseconds until another server may take over from one that has vanished.
  private static let lease: Int64 = 60 * 60_000
  /// Milliseconds from a failure to the next try.
  private static let pause: Int64 = 10 * 60_000

  /// The state of an export in the ledger.
  private struct State: Codable {
    /// When it was written last, in ms; 0 if it never was.
    var writtenAt: Int64 = 0
    var triedAt: Int64 = 0
    var failure: String?

    init(_ text: String?) {
      guard let text, let state = try? JSONDecoder().decode(State.self, from: Data(text.utf8))
      else { return }
      self = state
    }

    var text: String {
      ((try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }) ?? "{}"
    }
  }

  package init(
    _ ledger: any Ledger, snapshot: @escaping @Sendable () -> Snapshot, logger: Logger,
    now: @escaping @Sendable () -> Timestamp, holder: String = ProcessName.ofThisProcess()
  ) {
    self.ledger = ledger
    self.snapshot = snapshot
    self.logger = logger
    self.now = now
    self.holder = holder
    states = KeptReading { _ async throws(LedgerFailure) in
      var states: [String: State] = [:]
      for schedule in snapshot().exports {
        states[schedule.name] = State(try await ledger.progress(of: Self.job(of: schedule)))
      }
      return states
    }
  }

  private static func job(of schedule: ExportSchedule) -> String { "export/\(schedule.name)" }

  /// Writes what is due.
  package func look() async throws(LedgerFailure) {
    let snapshot = snapshot()
    for schedule in snapshot.exports where !Task.isCancelled {
      let state = State(try await ledger.progress(of: Self.job(of: schedule)))
      // Another server may have the folder; if none ever wrote it, that is a failure, told once so
      // that it does not take the turns of a server that has it.
      let isHere = FileManager.default.fileExists(atPath: schedule.folder)
      guard isDue(schedule, state), isHere || (state.writtenAt == 0 && state.failure == nil)
      else { continue }
      let job = Self.job(of: schedule)
      let claim = JobClaim(
        job: job, holder: holder, until: now().adding(milliseconds: Self.lease))
      guard let taken = try await ledger.take(claim, at: now()) else { continue }
      try await ledger.doing(job, as: holder) { () async throws(LedgerFailure) in
        // Another server may have written it since.
        guard isDue(schedule, State(taken.progress)) else { return }
        let next = await written(schedule, snapshot, after: State(taken.progress))
        _ = try await ledger.replay([], JobProgress(claim, next.text), at: now())
      }
    }
  }

  private func isDue(_ schedule: ExportSchedule, _ state: State) -> Bool {
    let now = now()
    guard state.failure == nil || now.milliseconds - state.triedAt >= Self.pause else {
      return false
    }
    return schedule.isDue(at: now, after: Timestamp(milliseconds: state.writtenAt))
  }

  private func written(
    _ schedule: ExportSchedule, _ snapshot: Snapshot, after state: State
  ) async -> State {
    var next = state
    next.triedAt = now().milliseconds
    do {
      var export = WarehouseExport(
        to: schedule.folder,
        WarehouseExport.Terms(schedule.profile, schedule.format, try ids(of: schedule)))
      export.keep = schedule.keep
      export.isCreating = false
      let moment = now()
      let summary = try await export.run(ledger, snapshot, at: moment)
      next.writtenAt = moment.milliseconds
      next.failure = nil
      let rows = summary.files.map(\.rows).reduce(0, +)
      logger.info(
        "an export was written",
        metadata: ["export": "\(schedule.name)", "run": "\(summary.run)", "rows": "\(rows)"])
    } catch {
      let problem = error as? ExportProblem
      next.failure = problem.map { "\($0.words); \($0.help)" } ?? "\(error)"
      logger.error(
        "an export was not written",
        metadata: ["export": "\(schedule.name)", "reason": "\(next.failure ?? "-")"])
    }
    return next
  }

  private func ids(of schedule: ExportSchedule) throws -> ExportIds {
    switch schedule.ids {
    case .plain: return .plain
    case .none: return .none
    case .hashed:
      let key: String
      do throws(WebhookSecret.Problem) {
        key = try schedule.key?.text(nil) ?? ""
      } catch {
        throw ExportProblem(error.words, help: "put the key of the ids there")
      }
      return try .hashed(key: Array(key.utf8))
    }
  }
}

// MARK: Readiness and metrics

extension ScheduledExports {
  /// An export that failed, or is an hour late.
  package func reasons() async -> [ReadinessReason] {
    guard !snapshot().exports.isEmpty, let states = await states.value(at: now()) else { return [] }
    let failing = snapshot().exports.filter { isFailing($0, states[$0.name] ?? State(nil)) }
    guard !failing.isEmpty else { return [] }
    let names = failing.map { "'\($0.name)'" }.joined(separator: ", ")
    let words = failing.compactMap { states[$0.name]?.failure }.first
    return [
      ReadinessReason(
        "exportFails",
        "no new files of \(names)" + (words.map { ": \($0)" } ?? ": it is more than an hour late"),
        .degrading)
    ]
  }

  package func metrics() async -> [MetricFamily] {
    guard !snapshot().exports.isEmpty, let states = await states.value(at: now()) else { return [] }
    let ages = snapshot().exports.compactMap { schedule -> MetricSample? in
      guard let at = states[schedule.name]?.writtenAt, at > 0 else { return nil }
      return MetricSample(
        Double(max(0, now().milliseconds - at)) / 1000, [MetricLabel("export", schedule.name)])
    }
    return [
      MetricFamily(
        .gauge, "paywall_export_age_seconds", "The time since an export was written last.", ages)
    ]
  }

  private func isFailing(_ schedule: ExportSchedule, _ state: State) -> Bool {
    if state.failure != nil { return true }
    let last = Timestamp(milliseconds: state.writtenAt)
    let late = now().adding(milliseconds: -3_600_000)
    return state.writtenAt > 0 && schedule.isDue(at: late, after: last)
  }
}
