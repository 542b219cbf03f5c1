package import Ledger
package import PaywallCatalog
package import PaywallSubscribers

extension StoredLedger {
  package func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory] {
    try await read(.lookUp, ahead: { AheadRequest.of(name, in: environment) }) {
      try $0.histories(of: name, in: environment)
    }
  }

  package func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [String: Int] {
    try await read(.lookUp) { try $0.dayCounts(of: offers, in: environment, at: now) }
  }

  package func hasAlias(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    try await read(.lookUp) { try $0.hasAlias(id, in: environment) }
  }

  package func frozenTerms() async throws(LedgerFailure) -> [PhaseTerms] {
    try await read(.list) { try $0.frozenTerms().sorted() }
  }

  package func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ExposureCounts] {
    try await read(.list) {
      try $0.exposureCounts(of: experiment, phase: phase, in: environment).sorted()
    }
  }

  package func entries(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await read(.list) { try $0.entries(after: number, limit: max(0, limit)) }
  }

  package func entries(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await read(.list) { tables in
      let owners = try tables.owners(of: name, in: environment)
      let entries = try owners.flatMap { owner in
        try tables.entries(ofCustomer: owner.number)
          + tables.chains(of: owner.number).flatMap { try tables.entries(ofChain: $0.number) }
      }
      return entries.sorted { $0.number < $1.number }
    }
  }

  package func lateRedemptions() async throws(LedgerFailure) -> Int {
    try await read(.list) { try $0.lateRedemptions() }
  }

  package func moneyEvents(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [MoneyEvent] {
    try await read(.request) { try $0.moneyEvents(of: name, in: environment) }
  }

  package func oneTimePurchases(
    of name: CustomerName, in environment: AppStoreEnvironment, after cursor: PurchaseCursor?,
    limit: Int
  ) async throws(LedgerFailure) -> PurchasePage {
    try await read(.request) {
      try $0.oneTimePurchases(of: name, in: environment, after: cursor, limit: limit)
    }
  }

  package func covariates(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [UnitCovariates] {
    try await read(.scan) {
      try $0.covariates(of: experiment, phase: phase, in: environment).sorted()
    }
  }

  package func sightings(
    ofId id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try await read(.request) { try $0.sightings(ofId: id, in: environment) }
  }

  package func sightings(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try await read(.request) { try $0.sightings(of: name, in: environment) }
  }
}
