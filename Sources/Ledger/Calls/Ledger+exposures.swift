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

  /// New purchases by day and by whether their buyer is named, in any order. Reads all transactions.
  package func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [NewPurchases] {
    try await read(.scan) { try $0.newPurchases(question, in: environment) }
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
