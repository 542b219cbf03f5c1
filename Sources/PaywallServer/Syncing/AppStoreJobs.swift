package import AppStoreSync
package import Ledger
package import Logging
package import PaywallCatalog
import ServiceLifecycle

/// The jobs that ask the App Store: reconciling, histories that answers need, and watches over
/// notifications and money. Without a key of Apple's API there are none.
package struct AppStoreJobs: Sendable {
  let source: AppStoreSource
  let ledger: any Ledger
  package let asked: AskedHistories
  package let status: SyncStatus
  let reconciler: Reconciler
  let silence: SilenceWatch
  let fullPrice: FullPriceWatch
  let test: TestNotification
  let holder: String
  let now: @Sendable () -> Timestamp

  /// - Parameter holder: names this process in its claims.
  package init(
    _ source: AppStoreSource, _ ledger: any Ledger, holder: String,
    settings: ReconcileSettings = ReconcileSettings(), logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) {
    let status = SyncStatus(logger: logger, now: now)
    self.source = source
    self.holder = holder
    self.ledger = ledger
    self.status = status
    self.now = now
    asked = AskedHistories()
    reconciler = Reconciler(
      source, ledger, holder: holder, settings: settings, now: now, note: { status.note($0) })
    silence = SilenceWatch(ledger, holder: holder, now: now)
    fullPrice = FullPriceWatch(ledger, holder: holder, now: now)
    test = TestNotification(source, ledger, holder: holder, now: now)
  }

  /// Runs one turn of the jobs that are done at start and every hour. Each job is independent: the
  /// next is done even if one fails.
  package func turn() async {
    await attempt("reconcile") { () async throws(LedgerFailure) in _ = try await reconciler.run() }
    await attempt("silence") { () async throws(LedgerFailure) in
      if let silences = try await silence.run() { status.note(.silences(silences)) }
    }
    await attempt("fullPrice") { () async throws(LedgerFailure) in
      if let reports = try await fullPrice.run() { status.note(.fullPrice(reports)) }
    }
    for environment in source.environments() where !Task.isCancelled {
      await attempt("test") { () async throws(LedgerFailure) in
        if let outcome = try await test.run(in: environment) {
          status.note(.test(environment, outcome))
        }
      }
    }
  }

  /// When the claims of other processes lapse; one that was killed has not given its claim back.
  package func lapses() async -> [Timestamp] {
    var lapses: [Timestamp] = []
    for job in jobs {
      let hold = try? await ledger.hold(of: job)
      if let hold, hold.holder != holder { lapses.append(hold.until) }
    }
    return lapses
  }

  /// The jobs that a turn does.
  private var jobs: [String] {
    ["silence", "fullPrice"]
      + source.environments().flatMap { ["reconcile \($0.rawValue)", "test \($0.rawValue)"] }
  }

  /// Fetches the histories that answers needed.
  package func answerAsked() async {
    await asked.run(reconciler.reader, ledger, now: now, note: { status.note($0) })
  }

  private func attempt(
    _ job: String, _ work: () async throws(LedgerFailure) -> Void
  ) async {
    guard !Task.isCancelled else { return }
    do throws(LedgerFailure) {
      try await work()
    } catch {
      status.note(.ledgerFailed(job, error))
    }
  }
}

/// Runs the jobs beside the server: a turn at start and every hour, and one when the claim of another
/// process has lapsed.
struct AppStoreJobService: Service {
  let jobs: AppStoreJobs
  /// Milliseconds between two turns.
  private static let interval: Int64 = 3_600_000

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await jobs.answerAsked() }
        group.addTask { await takeTurns() }
      }
    }
  }

  private func takeTurns() async {
    while !Task.isCancelled {
      await jobs.turn()
      let due = jobs.now().adding(milliseconds: Self.interval)
      // A claim that cannot be taken now is not tried without a pause.
      guard (try? await Task.sleep(for: .seconds(10))) != nil else { return }
      while let pause = Self.pause(until: due, await jobs.lapses(), at: jobs.now()) {
        // The sleep is the interval between two turns; a stop ends it at once.
        guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else { return }
      }
    }
  }

  /// Milliseconds until claims are looked at again; `nil` if the next turn is due.
  static func pause(until due: Timestamp, _ lapses: [Timestamp], at now: Timestamp) -> Int64? {
    guard now < due, !lapses.contains(where: { $0 <= now }) else { return nil }
    let next = min(due, lapses.min() ?? due)
    return min(max(next.milliseconds - now.milliseconds, 1), 60_000)
  }
}
