package import PaywallCatalog
import PaywallTextCoding
import Serving

extension Ledger {
  /// Returns the earlier answer to a request, or what is known of its customer, as of one moment.
  package func knowledge(
    of request: RetentionRequest
  ) async throws(LedgerFailure) -> RetentionKnowledge {
    try await read(
      .lookUp, ahead: { AheadRequest.of(request.customer, in: request.environment) }
    ) { try $0.knowledge(of: request) }
  }

  /// Stores the answer to a request, with the grant and the exposures that belong to it, in one
  /// transaction. Two nodes that answer one request get one body.
  ///
  /// - Parameters:
  ///   - second: is stored if the place that `first` needs is not granted.
  ///   - sent: the answer that has gone out meanwhile, if one has: it is stored instead.
  package func answer(
    _ request: RetentionRequest, _ first: RetentionChoice, else second: RetentionChoice,
    unlessSent sent: @escaping @Sendable () -> RetentionChoice?, at now: Timestamp
  ) async throws(LedgerFailure) -> RetentionOutcome {
    let (environment, grant) = (request.environment, first.grant)
    let units = first.exposures.map(\.assignment.unit) + first.heldOut.map(\.unit.unit)
    return try await write(
      request.locks + units.map { .id($0, environment) },
      ahead: grant.map { AheadRequest.of($0, nil, at: now) } ?? []
    ) { tables in
      guard grant == nil || !tables.keepsNothing else {
        throw LedgerFailure.unavailable("it keeps nothing")
      }
      let sent = sent()
      let outcome = try tables.answer(request, sent ?? first, else: sent ?? second, at: now)
      try tables.units.insert(
        findersBy: Set(units.map(UTF8Key.init)).map(\.text), in: environment, tables)
      return outcome
    }
  }

  /// Stores the body that has gone out, in the place of another one.
  package func correct(
    _ request: RetentionRequest, sent body: String, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await write(request.locks) { tables in
      let owner = try tables.owners(of: request.customer, in: request.environment).first
      try tables.put(
        RetentionAnswer(
          request: request.id, customer: owner?.number, answeredAt: now, body: body))
    }
  }
}
