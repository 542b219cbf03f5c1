package import Ledger
package import PaywallCatalog

/// Fetches the notifications that Apple sent and this ledger never got, and then the present state
/// of their customers.
package struct Reconciler: Sendable {
  let source: AppStoreSource
  let ledger: any Ledger
  package let reader: HistoryReader
  /// Names the process in its claims.
  let holder: String
  let settings: ReconcileSettings
  let now: @Sendable () -> Timestamp
  let note: @Sendable (SyncEvent) -> Void

  package init(
    _ source: AppStoreSource, _ ledger: any Ledger, holder: String,
    settings: ReconcileSettings = ReconcileSettings(),
    now: @escaping @Sendable () -> Timestamp,
    note: @escaping @Sendable (SyncEvent) -> Void = { _ in }
  ) {
    self.source = source
    self.ledger = ledger
    reader = HistoryReader(source, ledger, now: now)
    self.holder = holder
    self.settings = settings
    self.now = now
    self.note = note
  }

  /// Milliseconds by which a pass may have become older than the window.
  private static let slack: Int64 = 50 * 60_000
  /// Customers in a row that may fail before the App Store counts as away.
  private static let mostLate = 3

  static func job(_ environment: AppStoreEnvironment) -> String {
    "reconcile \(environment.rawValue)"
  }

  /// Runs in every environment that can be asked.
  package func run(since: Timestamp? = nil) async throws(LedgerFailure) -> [ReconcileReport] {
    var reports: [ReconcileReport] = []
    var failed: LedgerFailure?
    for environment in source.environments() where !Task.isCancelled {
      do throws(LedgerFailure) {
        reports.append(try await run(in: environment, since: since))
      } catch {
        failed = failed ?? error
      }
    }
    if let failed { throw failed }
    return reports
  }

  /// - Parameter since: the moment to read notifications from, instead of the last known one.
  package func run(
    in environment: AppStoreEnvironment, since: Timestamp? = nil
  ) async throws(LedgerFailure) -> ReconcileReport {
    var report = ReconcileReport(environment)
    let claim = claim(Self.job(environment))
    guard let job = try await ledger.take(claim, at: now()) else {
      report.outcome = .busy
      report.heldUntil = try await ledger.hold(of: claim.job)?.until
      note(.reconciled(report))
      return report
    }
    report.isTakenOver = job.isTakenOver
    do throws(RunEnd) {
      try await readNotifications(ReconcileProgress(job.progress), since: since, &report)
      try await readWanted(&report)
    } catch {
      switch error {
      case .busy: report.outcome = .busy
      case .failed(let failure): report.outcome = .failed(failure)
      case .ledger(let failure):
        try? await ledger.release(claim.job, by: holder)
        throw failure
      }
    }
    try await ledger.release(claim.job, by: holder)
    note(.reconciled(report))
    return report
  }

  private func claim(_ job: String) -> JobClaim {
    JobClaim(job: job, holder: holder, until: now().adding(milliseconds: settings.claim))
  }

  private func readNotifications(
    _ progress: ReconcileProgress, since: Timestamp?, _ report: inout ReconcileReport
  ) async throws(RunEnd) {
    var progress = progress
    let (pass, isOld) = begin(progress, since: since, in: report.environment)
    report.from = Timestamp(milliseconds: pass.from)
    try await read(pass, &progress, &report)
    // A pass that was broken off ends when it was begun. What came in the last hour is left to
    // delivery and to the next run, and what came since before that is another pass.
    guard isOld, now().milliseconds - pass.to > settings.overlap, !Task.isCancelled else { return }
    try await read(begin(progress, since: nil, in: report.environment).pass, &progress, &report)
  }

  private func read(
    _ pass: ReconcileProgress.Pass, _ progress: inout ReconcileProgress,
    _ report: inout ReconcileReport
  ) async throws(RunEnd) {
    var pass = pass
    guard pass.from < pass.to else { return }
    report.to = Timestamp(milliseconds: pass.to)
    var guarded = CursorGuard(mostPages: settings.mostPages, asked: pass.token)
    var isAnew = false
    while true {
      let page: NotificationPage
      do throws(SourceFailure) {
        page = try await source.notifications(
          NotificationRequest(
            environment: report.environment, from: Timestamp(milliseconds: pass.from),
            to: Timestamp(milliseconds: pass.to), token: pass.token))
      } catch {
        // A pass of yesterday: its cursor is gone, and what was stored is not stored again.
        guard error.kind == .staleCursor, pass.token != nil, !isAnew else { throw .failed(error) }
        isAnew = true
        pass.token = nil
        let oldest = now().milliseconds - ReconcileSettings.window(of: report.environment)
        pass.from = max(pass.from, oldest)
        guarded = CursorGuard(mostPages: settings.mostPages)
        continue
      }
      if let token = page.token, let mistake = guarded.see(token) {
        // The next run begins the pass again: its cursor would lead nowhere.
        pass.token = nil
        try await store(page, pass, &progress, &report)
        throw .failed(SourceFailure(.refused, "the notification history: \(mistake)"))
      }
      pass.token = page.token
      try await store(page, pass, &progress, &report)
      if page.token == nil { return }
    }
  }

  /// Goes on with a pass that has not ended and reads all that is asked for, or begins one where the
  /// last one ended.
  private func begin(
    _ progress: ReconcileProgress, since: Timestamp?, in environment: AppStoreEnvironment
  ) -> (pass: ReconcileProgress.Pass, isOld: Bool) {
    let oldest = now().milliseconds - ReconcileSettings.window(of: environment)
    // The window is an hour shorter than what Apple keeps, so that a first pass can go on.
    if let pass = progress.pass, pass.from >= oldest - Self.slack,
      since.map({ pass.from <= max($0.milliseconds, oldest) }) ?? true
    {
      return (pass, true)
    }
    let known = progress.pass?.isNext == true ? progress.pass?.from : nil
    let last = known ?? progress.through.map { $0 - settings.overlap }
    let from = max(since?.milliseconds ?? last ?? oldest, oldest)
    // After a gap that Apple no longer has, the rest is the next that there is.
    let isNext = from <= max(progress.through ?? oldest, oldest)
    let pass = ReconcileProgress.Pass(
      from: from, to: now().milliseconds - settings.lag, isNext: isNext)
    return (pass, false)
  }

  private func store(
    _ page: NotificationPage, _ pass: ReconcileProgress.Pass,
    _ progress: inout ReconcileProgress, _ report: inout ReconcileReport
  ) async throws(RunEnd) {
    if page.token == nil {
      if pass.isNext { progress.through = max(progress.through ?? pass.to, pass.to) }
      progress.pass = nil
    } else {
      progress.pass = pass
    }
    let outcome: ReplayOutcome
    do throws(LedgerFailure) {
      for notification in page.unowned
      where try await ledger.keepAside(notification, at: now()) == .new {
        report.keptAside += 1
      }
      outcome = try await ledger.replay(
        page.notifications,
        JobProgress(claim(Self.job(report.environment)), progress.text), at: now())
    } catch {
      throw .ledger(error)
    }
    guard case .stored(let counts) = outcome else { throw .busy }
    report.pages += 1
    report.refused += Refusals(page.refused)
    report.new += counts.new
    report.already += counts.already
    report.erased += counts.erased
  }

  /// Customers of notifications that were missed, and those whose reading was put off.
  private func readWanted(_ report: inout ReconcileReport) async throws(RunEnd) {
    var late = 0
    do throws(LedgerFailure) {
      let until = now()
      while !Task.isCancelled {
        let wanted = try await ledger.wantedHistories(limit: 64, at: until)
        guard !wanted.isEmpty else { return }
        guard try await ledger.claim(claim(Self.job(report.environment)), at: now()) != nil else {
          report.outcome = .busy
          return
        }
        for customer in wanted {
          guard try await read(customer, &report, &late) else { return }
        }
      }
    } catch {
      throw .ledger(error)
    }
  }

  /// - Returns: true if the next one is worth a try.
  private func read(
    _ customer: WantedHistory, _ report: inout ReconcileReport, _ late: inout Int
  ) async throws(LedgerFailure) -> Bool {
    let reading = try await reader.read(customer.id, in: customer.environment, cause: .usual)
    note(.read(reading, for: .reconcile))
    report.transactions += reading.new
    report.refusedOfCustomers += reading.refused
    switch reading.end {
    case .whole:
      late = 0
      report.customers += 1
      // It may have been read to its end without a page that has the customer.
      try await ledger.want(customer.id, in: customer.environment, from: nil)
    case .toBeContinued: break
    case .failed(let failure):
      // Not asked any more: the next run reads it.
      guard !Task.isCancelled else {
        report.outcome = .failed(failure)
        return false
      }
      report.failedCustomers += 1
      guard !failure.isLater else {
        report.outcome = .failed(failure)
        // Behind the others: only several in a row mean that the App Store is away.
        try await ledger.want(
          customer.id, in: customer.environment, from: now().adding(milliseconds: settings.overlap))
        late += 1
        return late < Self.mostLate && !failure.isFar(at: now())
      }
      try await ledger.want(
        customer.id, in: customer.environment, from: now().adding(milliseconds: settings.pause))
    }
    return true
  }
}

private enum RunEnd: Error {
  case busy
  case failed(SourceFailure)
  case ledger(LedgerFailure)
}
