package import PaywallCatalog

extension Ledger {
  package func timeline() async throws(LedgerFailure) -> Timeline {
    try await read(.list) { try $0.timeline() }
  }

  /// Counts the exposed units of a phase whose details are unknown. Reads every record.
  package func unknownDetails(
    of phase: PhaseKey
  ) async throws(LedgerFailure) -> UnknownDetailCounts {
    try await read(.scan) { try $0.unknownDetails(of: phase) }
  }

  /// The counts that erased units of a phase have left, sorted by variant, `other` first.
  package func erasedCells(of phase: PhaseKey) async throws(LedgerFailure) -> [ErasedCell] {
    try await read(.scan) {
      try $0.erasedCells(of: phase)
        .filter { !$0.key.isHeldOut }.sorted()
    }
  }

  /// New purchases by day and by whether their buyer is named, in any order. Reads all transactions.
  package func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [NewPurchases] {
    try await read(.scan) { try $0.newPurchases(question, in: environment) }
  }

  /// The held-out units of a phase, the oldest first. Reads every row of the phase.
  package func heldOut(of phase: PhaseKey) async throws(LedgerFailure) -> [HeldOutExposures] {
    try await read(.scan) { try $0.heldOut(of: phase) }
  }

  /// The persons whom the holdout alone kept out of a phase, as results read them. Persons who are
  /// certain to be recorded in the phase, too, are left out.
  package func heldOutPersons(
    of phase: PhaseKey, until end: Timestamp
  ) async throws(LedgerFailure) -> PhaseColumns {
    try await read(.scan) { try $0.heldOutPersons(of: phase, until: end) }
  }

  /// The number of held-out units of a phase, without asking which are one person's.
  package func heldOutUnits(of phase: PhaseKey) async throws(LedgerFailure) -> Int {
    try await read(.scan) { try $0.heldOutUnits(of: phase) }
  }

  /// The events of a phase, the oldest first; those of a layer with either experiment. Reads every
  /// event.
  package func conflicts(of phase: PhaseKey) async throws(LedgerFailure) -> [ConflictEvent] {
    try await read(.scan) { try $0.conflicts(of: phase).sorted() }
  }

  /// The events of a unit, or with it as the other one, the oldest first.
  package func conflicts(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try await read(.request) { try $0.conflicts(ofUnit: unit, in: environment).sorted() }
  }

  /// The number of new events by cause, since the ledger was opened.
  package func conflictCounts() -> [ConflictEvent.Cause: Int] { conflictCounter.all }

  /// The counts of an experiment, sorted.
  package func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [DailyCount] {
    try await read(.scan) { try $0.dailyCounts(of: experiment, in: environment).sorted() }
  }
}
