import Ledger
import PaywallAPI
import PaywallCatalog
import Serving

/// The claims of one request: each is checked, and accepted ones are stored.
struct ExposureBatch {
  private(set) var reader: ExposureReader
  private let evaluation: EvaluationContext
  private let release: PreparedRelease
  private let earlier: EarlierPhases
  private let now: Timestamp
  private var answers: [ExposureAnswer] = []
  private(set) var exposures: [Exposure] = []
  private(set) var heldOut: [HeldOutExposure] = []
  /// The answers that the outcomes of `exposures` and of `heldOut` complete, by their places.
  private var places: (exposures: [Int], heldOut: [Int]) = ([], [])

  init(
    reader: ExposureReader, evaluation: EvaluationContext, release: PreparedRelease,
    earlier: EarlierPhases, now: Timestamp
  ) {
    self.reader = reader
    self.evaluation = evaluation
    self.release = release
    self.earlier = earlier
    self.now = now
  }

  /// Checks a claim of an app, which is never asked what to show to customers who are about to cancel.
  mutating func checkOfApp(_ claimed: ExposureRequest.Claimed) {
    guard let claim = try? claimed.claim.get(),
      release.snapshot.experiments[claim.experiment]?.placements
        .contains(RetentionMessage.placement) == true
    else { return check(claimed) }
    answers.append(ExposureAnswer(claimed.id, ClaimVerdict.refused(.unknownExperiment)))
  }

  mutating func check(_ claimed: ExposureRequest.Claimed) {
    switch claimed.claim {
    case .failure(let problem): answers.append(ExposureAnswer(claimed.id, problem))
    case .success(.exposure(let claim)): check(claimed, claim)
    case .success(.heldOut(let claim)): check(claimed, claim)
    }
  }

  private mutating func check(_ claimed: ExposureRequest.Claimed, _ sent: ExposureClaim) {
    let claim = reader.corrected(sent)
    let phase = earlierPhase(of: claim)
    let verdict = release.compiled.check(
      claim, for: evaluation.visitor, records: evaluation.records, earlier: phase, at: now)
    let exposure = reader.exposure(claimed, claim, verdict, earlier: phase)
    var answer = ExposureAnswer(claimed.id, verdict)
    if let exposure, evaluation.mayRecord(exposure.assignment) {
      places.exposures.append(answers.count)
      exposures.append(exposure)
    } else if exposure != nil {
      answer.outcome = .unproved(evaluation.user)
    }
    answers.append(answer)
  }

  private mutating func check(_ claimed: ExposureRequest.Claimed, _ sent: HeldOutClaim) {
    let claim = reader.corrected(sent)
    let phase = earlierPhase(of: claim)
    let verdict = release.compiled.check(
      claim, for: evaluation.visitor, records: evaluation.records, earlier: phase, at: now)
    var answer = ExposureAnswer(claimed.id, verdict)
    if case .heldOut(let unit) = verdict {
      if evaluation.mayRecord(unit.unit) {
        places.heldOut.append(answers.count)
        heldOut.append(
          reader.exposure(
            claimed, claim, of: unit, records: evaluation.records,
            anonymousId: evaluation.identity.anonymousId, earlier: phase))
      } else {
        answer.outcome = .unproved(evaluation.user)
      }
    }
    answers.append(answer)
  }

  private func earlierPhase(of claim: some PhaseClaim) -> EarlierPhase? {
    release.compiled.isEarlier(claim) ? earlier[claim.experiment, claim.phase] : nil
  }

  /// Stores the accepted claims before the response.
  func record(in ledger: any Ledger) async throws(LedgerFailure) -> [ExposureAnswer] {
    var outcomes: [ExposureOutcome] = []
    if !exposures.isEmpty {
      outcomes = try await ledger.record(exposures, in: evaluation.environment, at: now)
    }
    if !heldOut.isEmpty {
      outcomes += try await ledger.record(heldOut, in: evaluation.environment, at: now)
    }
    return answers(stored: outcomes)
  }

  /// - Parameter outcomes: of `exposures` and then of `heldOut`.
  func answers(stored outcomes: [ExposureOutcome]) -> [ExposureAnswer] {
    var answers = answers
    for (place, outcome) in zip(places.exposures + places.heldOut, outcomes) {
      answers[place].outcome = .stored(outcome)
    }
    return answers
  }
}
