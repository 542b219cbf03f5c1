package import PaywallCatalog
package import Subscribers

extension Ledger {
  /// The histories of the customers of a name; a user may be linked to several, and several
  /// provisional ones may share none of their ids. Empty if none is known.
  package func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory] {
    try await read(.lookUp, ahead: { AheadRequest.of(name, in: environment) }) {
      try $0.histories(of: name, in: environment)
    }
  }

  /// The histories of each name, in one read, in the order of the names.
  package func histories(
    ofEach names: [(name: CustomerName, environment: AppStoreEnvironment)]
  ) async throws(LedgerFailure) -> [[CustomerHistory]] {
    try await read(
      .lookUp, ahead: { names.flatMap { AheadRequest.of($0.name, in: $0.environment) } }
    ) { tables in
      try names.map { try tables.histories(of: $0.name, in: $0.environment) }
    }
  }

  /// Grants that count for the UTC day of `now`, by key of the offer.
  package func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [String: Int] {
    try await read(.lookUp) { tables in
      try offers.reduce(into: [:]) { counts, offer in
        counts[offer] = try tables.countOfGrants(
          ofDay: now.startOfDay, offer: offer, in: environment)
      }
    }
  }

  /// Whether an id stands in an alias, as the user's or as the anonymous one.
  package func hasAlias(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    try await read(.lookUp) {
      try $0.alias(of: id, in: environment) != nil
        || !$0.aliases(of: id, in: environment, limit: 1).isEmpty
    }
  }

  /// The terms that phases began with, to check a configuration before it is served.
  package func frozenTerms() async throws(LedgerFailure) -> [PhaseTerms] {
    try await read(.list) { try $0.frozenTerms().sorted() }
  }

  /// The exposures of a phase by variant, sorted by name. Reads every record.
  package func exposureCounts(of phase: PhaseKey) async throws(LedgerFailure) -> [ExposureCounts] {
    try await read(.list) { try $0.exposureCounts(of: phase).sorted() }
  }

  /// Stored texts in the order in which they came, page by page: at most `limit` with a number
  /// greater than `number`.
  package func entries(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await read(.list) { try $0.entries(after: number, limit: max(0, limit)) }
  }

  /// Stored texts of one customer or user, in the order in which they came.
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

  /// The number of offers redeemed after their grant had lapsed, since the ledger was created.
  package func lateRedemptions() async throws(LedgerFailure) -> Int {
    try await read(.list) { try $0.lateRedemptions() }
  }

  /// Erases a person: facts, evidence, links, and the recorded assignments, exposures and aliases
  /// of the linked user ids and of the anonymous ids that are surely aliases of them. Records of
  /// aliases that only an app has claimed could be another person's, and stay. Hashed marks stay,
  /// so that limits and introductory use still hold if the customer comes back.
  ///
  /// - Parameter values: what of the erased goes on to count in results; `nil` is nothing.
  /// - Returns: how many customers were erased.
  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)? = nil
  ) async throws(LedgerFailure) -> Int {
    try await write(.erasure) {
      try $0.forget(name, in: environment, at: now, leaving: values)
    }
  }
}
