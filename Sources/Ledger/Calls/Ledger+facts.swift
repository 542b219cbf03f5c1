package import AppStore
package import PaywallCatalog
package import Subscribers

// Facts that Apple has signed, and the grants that rest on them.
extension Ledger {
  /// Stores a notification and what is signed inside it. `.already` changed nothing.
  ///
  /// - Parameter isHistory: it comes from an import, and is news to no webhook.
  package func append(
    _ notification: Verified<AppStore.Notification>, at now: Timestamp, isHistory: Bool = false
  ) async throws(LedgerFailure) -> Appended {
    let text = StoredText(notification)
    let payload = notification.payload
    let appended = try await write(ahead: AheadRequest.of(payload)) {
      try $0.append(payload, text: text, at: now, isHistory: isHistory)
    }
    if appended == .new { noteStored([payload.fact].compactMap(\.self), arrival: now) }
    return appended
  }

  /// Stores what an app or a server presented, and links the user if one is named. Texts that are
  /// stored already change nothing.
  ///
  /// - Parameter isHistory: it comes from an import, and is news to no webhook.
  /// - Returns: the customer's history with it.
  /// - Throws: `renewalInfoWithoutTransaction` for renewal info of a purchase that is neither
  ///   stored nor in the evidence; then nothing is stored. `severalCustomers` if stored facts show
  ///   that the purchases belong to different customers.
  package func append(
    _ evidence: Evidence, user: String?, at now: Timestamp, isHistory: Bool = false
  ) async throws(LedgerFailure) -> CustomerHistory {
    let texts = EvidenceTexts(evidence)
    let history = try await write(
      user.map { [.id($0, evidence.environment)] } ?? [],
      ahead: AheadRequest.of(evidence, texts, isWhole: true)
    ) { tables in
      let owners = try tables.append(
        evidence, texts: texts, user: user, at: now, isHistory: isHistory)
      return try tables.history(of: owners) ?? evidence.history
    }
    noteStored(evidence.transactions.compactMap(\.payload.fact), arrival: nil)
    return history
  }

  /// Links a user to a known customer; `false` if the customer is unknown.
  package func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await write(LockName.names(of: name, environment) + [.id(user, environment)]) {
      try $0.link(user, to: name, in: environment, at: now)
    }
  }

  /// Takes places in the limits of offers, each checked and written in one transaction with its
  /// attempt and, for an offer of an experiment, the recorded assignment. Customers whom Apple has
  /// named for one purchase chain count as one in all limits. In the order of the requests; a
  /// refusal does not affect the others, and its evidence is stored all the same.
  package func grant(
    _ requests: [GrantRequest], at now: Timestamp
  ) async throws(LedgerFailure) -> [GrantOutcome] {
    let prepared = requests.map { request in
      (request, request.evidence.map { evidence in EvidenceTexts(evidence) })
    }
    return try await write(
      requests.compactMap { request in
        request.assignment.map { .id($0.unit, request.environment) }
      },
      ahead: prepared.flatMap { AheadRequest.of($0.0, $0.1, at: now) }
    ) { tables in
      // A grant must outlive the answer that carries its signature.
      guard !tables.keepsNothing else { throw LedgerFailure.unavailable("it keeps nothing") }
      let outcomes = try prepared.map { try tables.grant($0.0, texts: $0.1, at: now) }
      for request in requests {
        guard let unit = request.assignment?.unit else { continue }
        try tables.units.insert(findersBy: [unit], in: request.environment, tables)
      }
      return outcomes
    }
  }

  /// Stores that all transactions of the customers were fetched from Apple at `moment`.
  package func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure) {
    try await write(LockName.names(of: name, environment)) {
      try $0.confirmHistory(of: name, in: environment, fetchedAt: moment)
    }
  }

  /// Stores a report on a customer, or on one purchase of the customer, in the place of the one
  /// before. Requests that wait for it, or were refused for want of consent and can still be
  /// answered, are due at once.
  package func keep(
    _ report: ConsumptionReport, of name: CustomerName, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) async throws(LedgerFailure) -> ReportOutcome {
    try await write(LockName.names(of: name, environment)) {
      try $0.keep(report, of: name, in: environment, at: now)
    }
  }

  /// Stores how an open request ended.
  ///
  /// - Parameter failure: what the last call said, if it failed.
  /// - Returns: `false`, with nothing written, if it is not open: it was settled before, or its
  ///   person was erased.
  package func settle(
    _ notification: String, as state: RefundCase.State, on basis: RefundBasis, failure: String?
  ) async throws(LedgerFailure) -> Bool {
    try await write([.refundCase(notification)]) {
      try $0.settle(notification, as: state, on: basis, failure: failure)
    }
  }
}
