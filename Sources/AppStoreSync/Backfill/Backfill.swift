package import Ledger
package import PaywallCatalog

/// Turns a list of transaction ids into verified histories, as fast as the budget allows.
package struct Backfill: Sendable {
  let source: AppStoreSource
  let ledger: any Ledger
  package let reader: HistoryReader
  let holder: String
  let now: @Sendable () -> Timestamp
  let sleep: @Sendable (Duration) async throws -> Void
  /// Milliseconds.
  private static let claim: Int64 = 10 * 60_000
  /// Ids between two writes of the progress.
  static let chunk = 64
  /// How often an answer that does not come is waited for.
  static let patience = 8
  /// The most ids of a chunk that may fail because the App Store does not answer.
  static let mostLate = 3

  package enum Outcome: Hashable, Sendable {
    case done
    case busy
    /// The App Store does not answer; the next run goes on.
    case stopped(SourceFailure)
    case cancelled
  }

  package init(
    _ source: AppStoreSource, _ ledger: any Ledger, holder: String,
    now: @escaping @Sendable () -> Timestamp,
    // A pause before Apple is asked again; tests pass a clock of their own.
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.source = source
    self.ledger = ledger
    reader = HistoryReader(source, ledger, isBackfill: true, now: now)
    self.holder = holder
    self.now = now
    self.sleep = sleep
  }

  /// - Parameters:
  ///   - environment: `nil` asks production first, and then the sandbox.
  ///   - concurrency: calls in flight; the client keeps them to the budget.
  ///   - told: gets the progress after each chunk.
  ///   - failed: is called for each id that has no history.
  ///   - refused: is called for each history with texts that cannot be trusted.
  package func run(
    _ list: BackfillList, in environment: AppStoreEnvironment?, concurrency: Int = 16,
    told: (BackfillProgress) -> Void = { _ in },
    failed: (String, SourceFailure) -> Void = { _, _ in },
    refused: (String, Refusals) -> Void = { _, _ in }
  ) async throws(LedgerFailure) -> (outcome: Outcome, progress: BackfillProgress) {
    let job = "backfill \(list.digest)"
    var progress = BackfillProgress(startedAt: now(), total: list.ids.count)
    guard let state = try await ledger.take(claim(job), at: now()) else {
      return (.busy, progress)
    }
    if let earlier = BackfillProgress(state.progress), !earlier.isDone { progress = earlier }
    var outcome = Outcome.done
    while progress.done < list.ids.count {
      guard !Task.isCancelled else {
        outcome = .cancelled
        break
      }
      let chunk = Array(list.ids[progress.done...].prefix(Self.chunk))
      var next = progress
      let readings = try await read(chunk, in: environment, since: progress, concurrency)
      // Ids that a cancellation left out have not failed: the next run reads the chunk again.
      guard !Task.isCancelled else {
        outcome = .cancelled
        break
      }
      // Single ids that cannot be read now are reported as failed; with more the App Store is away.
      let late = readings.compactMap(\.failure).filter(\.isLater)
      let isAway =
        late.count > Self.mostLate || late.count == readings.count
        || late.contains { $0.isFar(at: now()) }
      if isAway, let late = late.first(where: { $0.isFar(at: now()) }) ?? late.first {
        outcome = .stopped(late)
        break
      }
      for reading in readings {
        if let failure = reading.failure { failed(reading.id, failure) }
        if !reading.refused.isEmpty { refused(reading.id, reading.refused) }
        if reading.calls == 0, reading.failure == nil { next.repeated += 1 }
        next.add(reading)
      }
      next.done += chunk.count
      let stored = try await ledger.replay([], JobProgress(claim(job), next.text), at: now())
      guard case .stored = stored else { return (.busy, progress) }
      progress = next
      told(progress)
    }
    try await ledger.release(job, by: holder)
    return (outcome, progress)
  }

  private func claim(_ job: String) -> JobClaim {
    JobClaim(job: job, holder: holder, until: now().adding(milliseconds: Self.claim))
  }

  private func read(
    _ ids: [String], in environment: AppStoreEnvironment?, since progress: BackfillProgress,
    _ concurrency: Int
  ) async throws(LedgerFailure) -> [HistoryReading] {
    let began = Timestamp(milliseconds: progress.startedAt)
    let results = await withTaskGroup(of: (Int, Result<HistoryReading, LedgerFailure>).self) {
      group in
      var results: [(Int, Result<HistoryReading, LedgerFailure>)] = []
      for (index, id) in ids.enumerated() {
        if index >= concurrency, let result = await group.next() { results.append(result) }
        group.addTask { (index, await reading(id, in: environment, since: began)) }
      }
      for await result in group { results.append(result) }
      return results
    }
    var readings: [HistoryReading] = []
    for (_, result) in results.sorted(by: { $0.0 < $1.0 }) { readings.append(try result.get()) }
    return readings
  }

  private func reading(
    _ id: String, in environment: AppStoreEnvironment?, since began: Timestamp
  ) async -> Result<HistoryReading, LedgerFailure> {
    do throws(LedgerFailure) {
      for environment in environment.map({ [$0] }) ?? source.environments() {
        // The history may have been read before a crash, or by another id of the same customer.
        let fetch = try await ledger.historyFetch(of: id, in: environment)
        if let fetch, fetch.isWhole, fetch.finishedAt.map({ $0 >= began }) ?? false {
          var reading = HistoryReading(id: id, environment: environment)
          reading.end = .whole
          return .success(reading)
        }
      }
      var calls = 0
      for attempt in 1... {
        var reading = try await reader.read(
          id, in: environment, withStatuses: false, cause: .usual)
        reading.calls += calls
        guard let failure = reading.failure, case .later(let moment) = failure.kind,
          !failure.isFar(at: now()), attempt < Self.patience, !Task.isCancelled
        else { return .success(reading) }
        calls = reading.calls
        let pause = moment.map { $0.milliseconds - now().milliseconds } ?? 2_000 << attempt
        guard (try? await sleep(.milliseconds(min(max(pause, 100), 3_600_000)))) != nil else {
          return .success(reading)
        }
      }
      return .success(HistoryReading(id: id, environment: environment))
    } catch {
      return .failure(error)
    }
  }
}
