package import PaywallCatalog
package import Ledger

extension PostgresLedger {
  package func persons<Reducer: PersonReducer>(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    reducing reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await read { tables in
      try tables.persons(
        of: experiment, phase: phase, in: environment, until: end, reducing: reducer)
    }
  }
}
