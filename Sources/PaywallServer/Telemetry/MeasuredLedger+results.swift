package import Ledger
package import PaywallCatalog

// What results rest on.
extension MeasuredLedger {
  package func add(
    _ batch: CountBatch, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.add(batch, at: now)
    }
  }

  package func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [DailyCount] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.dailyCounts(of: experiment, in: environment)
    }
  }

  package func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [NewPurchases] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.newPurchases(question, in: environment)
    }
  }

  package func persons<Reducer: PersonReducer>(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    reducing reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.persons(
        of: experiment, phase: phase, in: environment, until: end, reducing: reducer)
    }
  }

  package func tally<Reducer: ColumnReducer>(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    into reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.tally(
        of: experiment, phase: phase, in: environment, until: end, into: reducer)
    }
  }

  package func moneyEvents(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [MoneyEvent] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.moneyEvents(of: name, in: environment)
    }
  }

  package func oneTimePurchases(
    of name: CustomerName, in environment: AppStoreEnvironment, after cursor: PurchaseCursor?,
    limit: Int
  ) async throws(LedgerFailure) -> PurchasePage {
    try await read { () async throws(LedgerFailure) in
      try await ledger.oneTimePurchases(of: name, in: environment, after: cursor, limit: limit)
    }
  }

  package func covariates(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [UnitCovariates] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.covariates(of: experiment, phase: phase, in: environment)
    }
  }

  package func erasedCells(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try await scan { () async throws(LedgerFailure) in
      try await ledger.erasedCells(of: experiment, phase: phase, in: environment)
    }
  }
}
