import Catalog
import Decisions
import Hummingbird
import Ledger
import PaywallAPI
import Subscribers
import TextCoding

/// Exposures that apps report, and aliases.
struct ExposureRoutes {
  let earlier: EarlierPhases
  let aliases: AliasRoute
  let assignments: AssignmentReader
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let metrics: ServerMetrics
  let counts: DecisionCounts
  let now: @Sendable () -> Timestamp

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.exposuresPost) { request, context in
      let body = try await request.body(of: context.caller, context.entry) {
        try ExposureRequest($0)
      }
      return try await keep(body, context.caller, context.entry)
    }
    visitor.on(.aliasPost) { request, context in
      let body = try await request.body(.withEvidence, of: context.caller, context.entry) {
        try AliasRequest($0)
      }
      return try await aliases.join(body, context.caller, context.entry)
    }
  }

  /// Checks every claim, and stores accepted ones in one transaction before the response.
  /// Repeating a batch changes nothing.
  private func keep(
    _ body: ExposureRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    try entry.charge(records: body.exposures.count, caller)
    let now = now()
    let evaluation = try await EvaluationContext(
      body.attributes, from: caller, proof: body.userProof, in: entry, metrics, at: now
    ).withAllRecords(from: assignments)
    let voucher = entry.voucher(
      of: evaluation.identity.userId, provedBy: body.userProof, caller)
    var answers: [ExposureAnswer] = []
    var exposures: [Exposure] = []
    var reader = ExposureReader(
      body, evaluation, entry.release, vouchedBy: voucher, at: now)
    for claimed in body.exposures {
      switch claimed.claim {
      case .failure(let problem): answers.append(ExposureAnswer(claimed.id, problem))
      case .success(let sent):
        let claim = reader.corrected(sent)
        let compiled = entry.release.compiled
        let phase = compiled.isEarlier(claim) ? earlier[claim.experiment, claim.phase] : nil
        let verdict = compiled.check(
          claim, for: evaluation.visitor, records: evaluation.records, earlier: phase, at: now)
        let exposure = reader.exposure(claimed, claim, verdict, earlier: phase)
        var answer = ExposureAnswer(claimed.id, verdict)
        if let exposure, evaluation.mayRecord(exposure.assignment) {
          exposures.append(exposure)
        } else if exposure != nil {
          answer.outcome = .unproved(evaluation.user)
        }
        answers.append(answer)
      }
    }
    if !exposures.isEmpty {
      var outcomes = try await record(exposures, evaluation.environment, at: now)[...]
      for index in answers.indices where answers[index].outcome == .kept {
        if let outcome = outcomes.popFirst() { answers[index].outcome = .stored(outcome) }
      }
    }
    await note(
      evaluation.coEnrollments(
        of: body.exposures.compactMap { try? $0.claim.get().experiment },
        in: entry.release.snapshot, vouchedBy: voucher),
      evaluation.environment, at: now)
    metrics.exposed(answers.map(\.word))
    metrics.unknown(reader.unknown)
    for (claimed, answer) in zip(body.exposures, answers) {
      guard case .success(let claim) = claimed.claim else { continue }
      counts.claimed(
        claim, answer, by: evaluation.visitor, in: evaluation.environment, of: entry.release,
        at: now)
    }
    return Response(momentary: answers.json.bytes, release: entry.release.release)
  }

  private func record(
    _ exposures: [Exposure], _ environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(Problem) -> [ExposureOutcome] {
    do throws(LedgerFailure) {
      return try await ledger.record(exposures, in: environment, at: now)
    } catch {
      throw failures.problem(error)
    }
  }
}

extension ExposureRoutes {
  /// Stores what the ids of a request show of each other, for results: the response does not fail
  /// for it.
  private func note(
    _ coEnrollments: [CoEnrollment], _ environment: AppStoreEnvironment, at now: Timestamp
  ) async {
    guard !coEnrollments.isEmpty else { return }
    do throws(LedgerFailure) {
      try await ledger.record(coEnrollments, in: environment, at: now)
    } catch {
      failures.note(error)
    }
  }
}
