package import Ledger
package import PaywallCatalog

extension StoredLedger {
  package func timeline() async throws(LedgerFailure) -> Timeline {
    try await read(.list) { try $0.timeline() }
  }

  package func exposures(
    of unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedExposures] {
    try await read(.scan) { try $0.exposures(of: unit, in: environment) }
  }

  package func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> UnknownDetailCounts {
    try await read(.scan) { try $0.unknownDetails(of: experiment, phase: phase, in: environment) }
  }

  package func erasedCells(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try await read(.scan) {
      try $0.erasedCells(of: experiment, phase: phase, in: environment)
        .filter { !$0.key.isHeldOut }.sorted()
    }
  }

  package func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [NewPurchases] {
    try await read(.scan) { try $0.newPurchases(question, in: environment) }
  }

  package func heldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try await read(.scan) { try $0.heldOut(of: experiment, phase: phase, in: environment) }
  }

  package func heldOutPersons(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp
  ) async throws(LedgerFailure) -> PhaseColumns {
    try await read(.scan) {
      try $0.heldOutPersons(of: experiment, phase: phase, in: environment, until: end)
    }
  }

  package func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Int {
    try await read(.scan) { try $0.heldOutUnits(of: experiment, phase: phase, in: environment) }
  }

  package func heldOut(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try await read(.request) { try $0.heldOut(ofUnit: unit, in: environment) }
  }

  package func erasedHeldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try await read(.scan) {
      try $0.erasedCells(of: experiment, phase: phase, in: environment).filter(\.key.isHeldOut)
        .sorted()
    }
  }

  package func conflicts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try await read(.scan) {
      try $0.conflicts(of: experiment, phase: phase, in: environment).sorted()
    }
  }

  package func conflicts(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ConflictEvent] {
    try await read(.request) { try $0.conflicts(ofUnit: unit, in: environment).sorted() }
  }

  package func conflictCounts() -> [ConflictEvent.Cause: Int] { conflictCounter.all }

  package func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [DailyCount] {
    try await read(.scan) { try $0.dailyCounts(of: experiment, in: environment).sorted() }
  }

  package func persons<Reducer: PersonReducer>(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    reducing reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await read(.scan) { tables in
      try tables.persons(
        of: experiment, phase: phase, in: environment, until: end, reducing: reducer)
    }
  }
}
