package import PaywallCatalog

extension ReopeningLedger {
  package func persons<Reducer: PersonReducer>(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    reducing reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await ledger().persons(
      of: experiment, phase: phase, in: environment, until: end, reducing: reducer)
  }

  package func tally<Reducer: ColumnReducer>(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    into reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await ledger().tally(
      of: experiment, phase: phase, in: environment, until: end, into: reducer)
  }
}
