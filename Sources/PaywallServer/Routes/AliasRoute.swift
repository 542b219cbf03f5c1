import AppStore
import HTTPDocuments
import HTTPTransport
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Subscribers

/// Links an anonymous id to a user. It moves recorded assignments only, and opens no customer,
/// purchase or offer. Its reach depends on who vouches for it (`AliasVoucher`).
struct AliasRoute: Sendable {
  let customers: CustomerResolver
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let metrics: ServerMetrics
  let now: @Sendable () -> Timestamp

  @inline(never)  // Inlined into its route, it stops the optimizer of Swift 6.3.
  func join(
    _ body: AliasRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    try entry.charge(records: 1, caller)
    let now = now()
    let standing = entry.standing(of: body.userId, provedBy: body.userProof, for: caller)
    guard standing == .counts else { throw Problem.userProofRequired(standing) }
    let evidence = try await customers.verify(body.evidence, for: caller, entry, at: now)
    if let evidence { await customers.keepOrQueue(evidence, at: now) }
    await customers.see(
      customers.sighting(
        of: ["userId": .text(body.userId), "anonymousId": .text(body.anonymousId)],
        provedBy: body.userProof, standing: standing, with: evidence, on: .alias, caller, entry),
      at: now)
    let voucher = voucher(of: body, standing, evidence, caller, entry)
    let environment = evidence?.environment ?? body.environment
    let outcome = try await failures.asking { () async throws(LedgerFailure) in
      try await ledger.alias(
        body.anonymousId, to: body.userId, vouchedBy: voucher, in: environment, at: now)
    }
    metrics.aliased(outcome, vouchedBy: voucher)
    if let problem = Problem.refusal(of: outcome) { throw problem }
    await noteCrossings(
      VisitorIdentity(userId: body.userId, anonymousId: body.anonymousId), vouchedBy: voucher,
      environment, entry, at: now)
    return entry.response(momentary: .members(("outcome", outcome.rawValue)))
  }

  /// Stores which two experiments of a layer the person has, for results: the response does not fail
  /// for it. The ledger finds two variants of a phase itself.
  private func noteCrossings(
    _ identity: VisitorIdentity, vouchedBy voucher: AliasVoucher,
    _ environment: AppStoreEnvironment, _ entry: RequestScope.Entry, at now: Timestamp
  ) async {
    await failures.noting { () async throws(LedgerFailure) in
      let found = entry.release.snapshot.coEnrollments(
        in: try await ledger.assignments(of: identity, in: environment), of: identity,
        vouchedBy: voucher
      ).filter { !$0.user.experiment.hasSameUTF8(as: $0.anonymous.experiment) }
      if !found.isEmpty { try await ledger.record(found, in: environment, at: now) }
    }
  }

  private func voucher(
    of body: AliasRequest, _ standing: UserStanding, _ evidence: Evidence?, _ caller: Caller,
    _ entry: RequestScope.Entry
  ) -> AliasVoucher {
    let voucher = entry.voucher(of: body.userId, standing, provedBy: body.userProof, caller)
    guard voucher == .client else { return voucher }
    let accounts = evidence?.history.transactions.compactMap(\.appAccountToken) ?? []
    let id = body.userId.lowercased()
    return accounts.contains { $0.utf8.elementsEqual(id.utf8) } ? .evidence : .client
  }
}

extension Problem {
  /// Why two ids are not joined; `nil` if they are.
  fileprivate static func refusal(of outcome: AliasOutcome) -> Problem? {
    guard !outcome.isJoined else { return nil }
    let isOfUnknownKind = outcome == .unknownKind
    let detail =
      isOfUnknownKind
      ? """
      The id was recorded by an earlier version of the server, which did not keep whether it is an \
      anonymous id or a user's own, so it cannot be joined. Make a new anonymous id: that one can \
      be, and the user is re-assigned.
      """
      : """
      The anonymous id belongs to another user already, or one of the ids is not what it is called. \
      Make a new anonymous id when a user logs out.
      """
    return Problem(
      .aliasTaken, detail, reason: isOfUnknownKind ? outcome.rawValue : nil, field: "anonymousId")
  }
}
