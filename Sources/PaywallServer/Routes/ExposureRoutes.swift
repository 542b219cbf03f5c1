import Catalog
import Decisions
import Hummingbird
import Ledger
import PaywallAPI
import Subscribers
import TextCoding

/// Exposures that apps report, and aliases.
struct ExposureRoutes {
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
    var answers: [ExposureAnswer] = []
    var exposures: [Exposure] = []
    for claimed in body.exposures {
      switch claimed.claim {
      case .failure(let problem): answers.append(ExposureAnswer(claimed.id, problem))
      case .success(let claim):
        let verdict = entry.release.compiled.check(
          claim, for: evaluation.visitor, records: evaluation.records, at: now)
        let exposure = Exposure(
          claimed.id, claim, verdict, evaluation.visitor, entry.release.compiled, at: now)
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
    metrics.exposed(answers.map(\.word))
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

extension Exposure {
  /// `nil` for a claim not to store.
  fileprivate init?(
    _ id: String, _ claim: ExposureClaim, _ verdict: ClaimVerdict, _ visitor: Visitor,
    _ compiled: CompiledSnapshot, at now: Timestamp
  ) {
    let assignment: RecordedAssignment
    var contradicts = false
    switch verdict {
    case .first(let drawn): assignment = drawn
    case .repeated(let record): assignment = record
    case .contradicts(let record):
      assignment = record
      contradicts = true
    case .mismatch, .refused: return nil
    }
    self.init(
      id: id, assignment: assignment, origin: visitor.origin(of: assignment),
      contradicts: contradicts,
      terms: compiled.frozenTerms(of: claim.experiment, phase: claim.phase),
      renderedAt: compiled.moment(of: claim, at: now), placement: claim.placement,
      isHeldOut: compiled.isHeldOut(visitor))
    if case .integer(let days) = visitor.value(of: "daysSinceInstall", in: compiled) {
      daysSinceInstall = Int(days)
    }
  }
}
