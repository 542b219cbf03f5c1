package import AppStore
package import PaywallCatalog
package import Ledger
package import PaywallSubscribers

/// A ledger that times every read and write, including failed ones, and waits for none too long.
package struct MeasuredLedger: Ledger {
  let ledger: any Ledger
  let metrics: LedgerMetrics
  let gate: LedgerGate
  let problems: FactProblemLog?

  package init(
    _ ledger: any Ledger, _ metrics: LedgerMetrics, gate: LedgerGate = LedgerGate(),
    problems: FactProblemLog? = nil
  ) {
    self.problems = problems
    self.ledger = ledger
    self.metrics = metrics
    self.gate = gate
  }

  private func timed<Output>(
    _ histogram: LatencyHistogram, _ work: () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    let start = ContinuousClock.now
    defer { histogram.record(nanoseconds: start.duration(to: .now).nanoseconds) }
    return try await work()
  }

  /// A read that a visitor waits for.
  func lookUp<Output: Sendable>(
    _ work: @escaping @Sendable () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    try await timed(metrics.reads) { () async throws(LedgerFailure) in
      try await gate.lookUp(work)
    }
  }

  func read<Output: Sendable>(
    _ work: @escaping @Sendable () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    try await timed(metrics.reads) { () async throws(LedgerFailure) in
      try await gate.call(within: gate.limits.call, work)
    }
  }

  /// A read that may take as long as a ledger is large.
  func scan<Output>(
    _ work: () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    try gate.checkOpen()
    return try await timed(metrics.reads, work)
  }

  func write<Output: Sendable>(
    _ work: @escaping @Sendable () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    try await timed(metrics.writes) { () async throws(LedgerFailure) in
      try await gate.call(within: gate.limits.call, work)
    }
  }
}

// Writes.
extension MeasuredLedger {
  package func append(
    _ notification: Verified<Notification>, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    let appended = try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.append(notification, at: now)
    }
    if appended == .new {
      metrics.kept(at: now)
      problems?.note([notification.payload.fact].compactMap(\.self))
    }
    return appended
  }

  package func append(
    _ evidence: Evidence, user: String?, at now: Timestamp
  ) async throws(LedgerFailure) -> CustomerHistory {
    let history = try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.append(evidence, user: user, at: now)
    }
    problems?.note(evidence.transactions.compactMap(\.payload.fact))
    return history
  }

  package func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.link(user, to: name, in: environment, at: now)
    }
  }

  package func grant(
    _ requests: [GrantRequest], at now: Timestamp
  ) async throws(LedgerFailure) -> [GrantOutcome] {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.grant(requests, at: now)
    }
  }

  package func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.record(exposures, in: environment, at: now)
    }
  }

  package func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AliasOutcome {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.alias(
        anonymousId, to: user, vouchedBy: voucher, in: environment, at: now)
    }
  }

  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)?
  ) async throws(LedgerFailure) -> Int {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.forget(name, in: environment, at: now, leaving: values)
    }
  }

  package func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure) {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.confirmHistory(of: name, in: environment, fetchedAt: moment)
    }
  }

  /// Whoever asks whether the server is ready must not wait for long, least of all while it is known
  /// not to be.
  package func check() async throws(LedgerFailure) {
    let limit = gate.isClosed ? gate.limits.lookUp : gate.limits.check
    try await timed(metrics.writes) { () async throws(LedgerFailure) in
      try await gate.call(within: limit) {
        [ledger] () async throws(LedgerFailure) in try await ledger.check()
      }
    }
    if gate.hasJustHung { throw LedgerGate.hangs }
  }
}

// Reads.
extension MeasuredLedger {
  package func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory] {
    try await lookUp { [ledger] () async throws(LedgerFailure) in
      try await ledger.histories(of: name, in: environment)
    }
  }

  package func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer {
    try await lookUp { [ledger] () async throws(LedgerFailure) in
      try await ledger.known(of: evidence)
    }
  }

  package func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [String: Int] {
    try await lookUp { [ledger] () async throws(LedgerFailure) in
      try await ledger.dayCounts(of: offers, in: environment, at: now)
    }
  }

  /// Answered from memory, and too fast to time.
  package func mayHaveAssignments(of unit: String, in environment: AppStoreEnvironment) -> Bool {
    ledger.mayHaveAssignments(of: unit, in: environment)
  }

  package func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    ledger.cachedAssignments(of: visitor, in: environment)
  }

  package func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedAssignment] {
    try await lookUp { [ledger] () async throws(LedgerFailure) in
      try await ledger.assignments(of: visitor, in: environment)
    }
  }

  package func hasAlias(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    try await lookUp { [ledger] () async throws(LedgerFailure) in
      try await ledger.hasAlias(id, in: environment)
    }
  }

  package func frozenTerms() async throws(LedgerFailure) -> [PhaseTerms] {
    try await read { [ledger] () async throws(LedgerFailure) in try await ledger.frozenTerms() }
  }

  package func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ExposureCounts] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.exposureCounts(of: experiment, phase: phase, in: environment)
    }
  }

  package func entries(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.entries(after: number, limit: limit)
    }
  }

  package func entries(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.entries(of: name, in: environment)
    }
  }

  package func lateRedemptions() async throws(LedgerFailure) -> Int {
    try await read { [ledger] () async throws(LedgerFailure) in try await ledger.lateRedemptions() }
  }

  package func close() async { await ledger.close() }
}
