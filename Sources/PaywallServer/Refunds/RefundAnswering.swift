package import Ledger
package import Logging
package import PaywallCatalog
import Subscribers

/// Answers requests for refunds, or refuses them with a recorded reason. All state is in the
/// ledger, so a process that is killed between two steps goes on where it was: Apple may get the
/// same answer twice, which changes nothing (Refunds.md, "Told at least once").
package struct RefundAnswering: Sendable {
  private let ledger: any Ledger
  private let snapshot: @Sendable () -> Snapshot
  /// `nil` without a key for the App Store Server API.
  private let send: ConsumptionSender?
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  /// Names this process in its claim.
  private let holder = ProcessName.ofThisProcess()

  /// One of several servers that share a ledger answers at a time: Apple counts every call.
  private static let job = "consumption"
  /// Milliseconds. A page of requests takes less, even if Apple is slow.
  private static let lease: Int64 = 5 * 60_000

  /// Requests that are answered at a time: one slow answer must not hold up the rest.
  private static let mostAtOnce = 8
  /// Requests of one read.
  private static let page = 64

  package init(
    ledger: any Ledger, snapshot: @escaping @Sendable () -> Snapshot, send: ConsumptionSender?,
    logger: Logger, now: @escaping @Sendable () -> Timestamp
  ) {
    self.ledger = ledger
    self.snapshot = snapshot
    self.send = send
    self.logger = logger
    self.now = now
  }

  /// Looks at every request that is due, unless another server does. Each is settled or due later
  /// then, so this ends.
  package func answerDue() async throws(LedgerFailure) {
    // One indexed read while none is due.
    guard try await !ledger.dueRefundCases(at: now(), limit: 1).isEmpty else { return }
    try await ledger.doing(Self.job, as: holder) { () async throws(LedgerFailure) in
      try await answerClaimed()
    }
  }

  private func answerClaimed() async throws(LedgerFailure) {
    while !Task.isCancelled {
      let until = now().adding(milliseconds: Self.lease)
      let claim = JobClaim(job: Self.job, holder: holder, until: until)
      guard try await ledger.take(claim, at: now()) != nil else { return }
      let due = try await ledger.dueRefundCases(at: now(), limit: Self.page)
      guard !due.isEmpty else { return }
      let failure = await withTaskGroup(of: LedgerFailure?.self) { group in
        var first: LedgerFailure?
        for (index, each) in due.enumerated() {
          if index >= Self.mostAtOnce, let failure = await group.next() ?? nil {
            first = first ?? failure
          }
          group.addTask { await process(each) }
        }
        for await case let failure? in group { first = first ?? failure }
        return first
      }
      if let failure { throw failure }
    }
  }

  private func process(_ pending: PendingRefundCase) async -> LedgerFailure? {
    do throws(LedgerFailure) {
      try await look(at: pending)
      return nil
    } catch {
      return error
    }
  }

  private func look(at pending: PendingRefundCase) async throws(LedgerFailure) {
    let (each, snapshot, now) = (pending.refundCase, snapshot(), now())
    let facts = try await ledger.facts(of: each, in: snapshot)
    let judgement = RefundPolicy.judge(
      facts, pending.reports, by: snapshot.refunds, requestedAt: each.requestedAt, at: now)
    let basis = RefundBasis(
      facts: facts, report: ConsumptionReport.holding(among: pending.reports),
      release: snapshot.release)
    guard each.environment != .xcode else {
      return try await refuse(each, .xcode, basis, at: now)
    }
    switch judgement.verdict {
    case .refuse(let refusal):
      try await refuse(each, each.reason(for: refusal), basis, at: now)
    case .wait(let moment, _):
      try await ledger.postpone(each.notification, until: moment, failure: nil)
    case .answer(let answer, let rule):
      try await tell(answer, rule, each, basis)
    }
  }

  private func tell(
    _ answer: RefundAnswer, _ rule: String, _ each: RefundCase, _ basis: RefundBasis
  ) async throws(LedgerFailure) {
    guard let id = each.transactionId else { return }
    let outcome = await send?(answer, id, each.environment) ?? .notConfigured
    let now = now()
    switch outcome {
    case .accepted:
      let isSettled = try await ledger.settle(
        each.notification, as: .answered(answer, rule: rule, at: now), on: basis, failure: nil)
      log(
        "request for a refund answered", each,
        [
          "rule": "\(rule)", "preference": "\(answer.refundPreference?.rawValue ?? "none")",
          "recorded": "\(isSettled)",
        ])
    case .rejected(let reason):
      try await refuse(each, .rejected, basis, failure: reason, at: now)
    case .failed(let reason, let retryAt):
      try await postpone(each, because: reason, until: retryAt, at: now)
    case .notConfigured:
      try await postpone(each, because: RefundCase.isNotConfigured, until: nil, at: now)
    }
  }

  private func refuse(
    _ each: RefundCase, _ refusal: RefundRefusal, _ basis: RefundBasis, failure: String? = nil,
    at now: Timestamp
  ) async throws(LedgerFailure) {
    _ = try await ledger.settle(
      each.notification, as: .refused(refusal, at: now), on: basis, failure: failure)
    log(
      refusal == .tooLate
        ? "a request for information about a refund came after Apple's 12 hours, so Apple decides without an answer"
        : "request for a refund not answered",
      each, ["reason": "\(refusal.rawValue)", "failure": "\(failure ?? each.lastFailure ?? "-")"],
      level: refusal == .tooLate ? .warning : .info)
  }

  /// Waits longer after each failure; looks a last time when Apple's 12 hours are over.
  private func postpone(
    _ each: RefundCase, because failure: String, until retryAt: Timestamp?, at now: Timestamp
  ) async throws(LedgerFailure) {
    let pause = min(Self.firstPause << min(each.attempts, 8), Self.longestPause)
    let next = max(retryAt ?? now.adding(milliseconds: pause), now.adding(milliseconds: 1000))
    let deadline = RefundDeadline.answer(to: each.requestedAt)
    try await ledger.postpone(
      each.notification, until: min(next, max(deadline, now.adding(milliseconds: 1))),
      failure: failure)
    log("request for a refund could not be answered yet", each, ["failure": "\(failure)"])
  }

  /// Milliseconds.
  private static let firstPause: Int64 = 60_000
  private static let longestPause: Int64 = 15 * 60_000

  private func log(
    _ text: Logger.Message, _ each: RefundCase, _ more: Logger.Metadata,
    level: Logger.Level = .info
  ) {
    logger.log(
      level: level, text,
      metadata: more.merging([
        "notification": "\(each.notification)", "environment": "\(each.environment.rawValue)",
      ]) { own, _ in own })
  }
}

extension RefundCase {
  /// The failure of a server without a key for the App Store Server API.
  static let isNotConfigured = "no key for the App Store Server API"

  /// Replaces "too late" if the App Store could not be reached, or if there was no key.
  fileprivate func reason(for refusal: RefundRefusal) -> RefundRefusal {
    guard refusal == .tooLate, attempts > 0 else { return refusal }
    return lastFailure == Self.isNotConfigured ? .notConfigured : .unreachable
  }
}
