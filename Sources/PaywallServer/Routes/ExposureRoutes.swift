import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import PaywallAPI
import PaywallCatalog

/// Exposures that apps report, and aliases.
struct ExposureRoutes {
  let earlier: EarlierPhases
  let aliases: AliasRoute
  let assignments: AssignmentReader
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let metrics: ServerMetrics
  let counts: DecisionCounts
  /// Whether other servers of the ledger serve another release.
  let isRolling: @Sendable () async -> Bool
  let now: @Sendable () -> Timestamp

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.exposuresPost, as: ExposureRequest.init) {
      try await keep($0, $1.head, $1.caller, $1.entry)
    }
    visitor.on(.aliasPost, as: AliasRequest.init) {
      try await aliases.join($0, $1.caller, $1.entry)
    }
  }

  /// Checks every claim, and stores accepted ones in one transaction before the response.
  /// Repeating a batch changes nothing.
  private func keep(
    _ body: ExposureRequest, _ head: HTTPRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    try entry.charge(records: body.exposures.count, caller)
    let now = now()
    let evaluation = try await EvaluationContext(
      body.attributes, from: caller, proof: body.userProof, in: entry, metrics, impliedBy: head,
      at: now
    ).withAllRecords(from: assignments)
    let voucher = entry.voucher(
      of: evaluation.identity.userId, evaluation.user, provedBy: body.userProof, caller)
    var batch = ExposureBatch(
      reader: ExposureReader(
        evaluation, entry.release, earlier.history, sentAt: body.sentAt, unknown: body.unknown,
        vouchedBy: voucher, at: now),
      evaluation: evaluation, release: entry.release, earlier: earlier, now: now)
    for claimed in body.exposures { batch.checkOfApp(claimed) }
    let answers = try await failures.asking { [batch] () async throws(LedgerFailure) in
      try await batch.record(in: ledger)
    }
    // An app takes a refusal for the last word. What is stored of this request is so once, however
    // often it comes.
    if answers.contains(where: \.isOfOtherRelease), await isRolling() { throw .serverBehind }
    await note(
      evaluation.coEnrollments(
        of: body.exposures.compactMap { try? $0.claim.get().experiment },
        in: entry.release.snapshot, vouchedBy: voucher),
      evaluation.environment, at: now)
    metrics.exposed(answers.map(\.word))
    metrics.unknown(batch.reader.unknown)
    for (claimed, answer) in zip(body.exposures, answers) {
      guard case .success(let claim) = claimed.claim else { continue }
      counts.claimed(
        claim, answer, by: evaluation.visitor, in: evaluation.environment, of: entry.release,
        at: now)
    }
    return entry.response(momentary: answers.answer)
  }
}

extension ExposureRoutes {
  /// Stores how the ids of a request are related, for results: the response does not fail for it.
  private func note(
    _ coEnrollments: [CoEnrollment], _ environment: AppStoreEnvironment, at now: Timestamp
  ) async {
    guard !coEnrollments.isEmpty else { return }
    await failures.noting { () async throws(LedgerFailure) in
      try await ledger.record(coEnrollments, in: environment, at: now)
    }
  }
}
