package import Ledger
package import PaywallCatalog
package import Subscribers

/// A ledger that times every read and write, including failed ones, and waits for none too long.
package struct MeasuredLedger: Ledger {
  private let ledger: any Ledger
  private let metrics: LedgerMetrics
  private let gate: LedgerGate
  private let problems: FactProblemLog?

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

  /// A scan may take as long as a ledger is large.
  private func reading<Output: Sendable>(
    _ kind: ReadKind, _ work: @escaping @Sendable () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    if kind == .scan { try gate.checkOpen() }
    return try await timed(metrics.reads) { () async throws(LedgerFailure) in
      switch kind {
      case .lookUp: try await gate.lookUp(work)
      case .request, .list: try await gate.call(within: gate.limits.call, work)
      case .scan: try await work()
      }
    }
  }

  private func writing<Output: Sendable>(
    within limit: Duration? = nil,
    _ work: @escaping @Sendable () async throws(LedgerFailure) -> Output
  ) async throws(LedgerFailure) -> Output {
    try await timed(metrics.writes) { () async throws(LedgerFailure) in
      try await gate.call(within: limit ?? gate.limits.call, work)
    }
  }
}

// The doors, and what has none.
extension MeasuredLedger {
  package func write<Output: Sendable>(
    _ needs: WriteNeeds, _ body: @escaping @Sendable (inout any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await writing { [ledger] () async throws(LedgerFailure) in
      try await ledger.write(needs, body)
    }
  }

  package func read<Output: Sendable>(
    _ kind: ReadKind, ahead: @escaping @Sendable () -> [AheadRequest],
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await reading(kind) { [ledger] () async throws(LedgerFailure) in
      try await ledger.read(kind, ahead: ahead, body)
    }
  }

  package func noteStored(_ facts: [TransactionFact], arrival: Timestamp?) {
    if let arrival { metrics.kept(at: arrival) }
    problems?.note(facts)
  }

  package func tally<Reducer: ColumnReducer>(
    of phase: PhaseKey, until end: Timestamp,
    into reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await reading(.scan) { [ledger] () async throws(LedgerFailure) in
      try await ledger.tally(
        of: phase, until: end, into: reducer)
    }
  }

  /// A caller that asks whether the server is ready must not wait for long, least of all while it is
  /// known not to be.
  package func check() async throws(LedgerFailure) {
    let limit = gate.isClosed ? gate.limits.lookUp : gate.limits.check
    try await writing(within: limit) { [ledger] () async throws(LedgerFailure) in
      try await ledger.check()
    }
    if gate.hasJustHung { throw LedgerGate.hangs }
  }

  // Answered from memory, and too fast to time.
  package var conflictCounter: ConflictCounter { ledger.conflictCounter }
  package var assignmentCache: AssignmentCache { ledger.assignmentCache }

  package func mayHaveAssignments(of unit: String, in environment: AppStoreEnvironment) -> Bool {
    ledger.mayHaveAssignments(of: unit, in: environment)
  }

  package func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    ledger.cachedAssignments(of: visitor, in: environment)
  }

  package func close() async { await ledger.close() }
}

/// A ledger of one server keeps no sessions, and is not asked.
extension MeasuredLedger: SessionLedger {
  package func endSession(_ mark: [UInt8], until end: Timestamp) async throws(LedgerFailure) {
    guard let sessions = ledger as? any SessionLedger else { return }
    try await writing { () async throws(LedgerFailure) in
      try await sessions.endSession(mark, until: end)
    }
  }

  package func hasEndedSession(_ mark: [UInt8]) async throws(LedgerFailure) -> Bool {
    guard let sessions = ledger as? any SessionLedger else { return false }
    return try await reading(.lookUp) { () async throws(LedgerFailure) in
      try await sessions.hasEndedSession(mark)
    }
  }
}
