import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// Answers Apple's requests for retention messages before a deadline. Everything that an answer
/// needs on disk is there before it goes out.
struct RetentionService: Sendable {
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let decisions: DecisionService
  let earlier: EarlierPhases
  /// `nil` leaves offers out.
  let signer: OfferSigner?
  let metrics: ServerMetrics
  let counts: DecisionCounts
  /// Returns when an answer has to go out.
  let deadline: @Sendable () async -> Void

  /// A way to answer, and why.
  struct Candidate: Sendable {
    var choice: RetentionChoice
    var word: RetentionAnswerKind
    var cause: RetentionCause
    /// The claims behind the exposures of the choice.
    var exposure: RetentionExposure?

    var body: String { choice.body }

    static func nothing(_ cause: RetentionCause) -> Candidate { Candidate(.nothing, cause) }

    static func repeated(_ body: String) -> Candidate {
      Candidate(choice: RetentionChoice(body), word: .earlier, cause: .repeated)
    }

    func because(_ cause: RetentionCause) -> Candidate {
      var candidate = self
      candidate.cause = cause
      return candidate
    }
  }

  /// - Returns: the answer that goes out, at the deadline at the latest.
  func answer(
    _ question: RetentionQuestion, _ entry: RequestScope.Entry, at now: Timestamp
  ) async -> Candidate {
    let race = AnswerRace(ready: Candidate.nothing(.late))
    Task { await work(on: question, race, entry, at: now) }
    return await race.answer(by: deadline)
  }

  /// Goes on behind the deadline: the ledger has to know what went out.
  private func work(
    on question: RetentionQuestion, _ race: AnswerRace<Candidate>, _ entry: RequestScope.Entry,
    at now: Timestamp
  ) async {
    do throws(LedgerFailure) {
      switch try await ledger.knowledge(of: question.request) {
      case .answered(let body): race.give(.repeated(body))
      case .unknownCustomer:
        let nothing = Candidate.nothing(.unknownCustomer)
        try await settle(question, race, nothing, else: nothing, entry, at: now)
      case .customer(let customer):
        let (first, second) = candidates(for: question, customer, entry, at: now)
        race.prepare(second.because(.late))
        try await settle(question, race, first, else: second, entry, at: now)
      }
    } catch {
      failures.note(error)
      race.giveReady { $0.because(.ledgerUnavailable) }
    }
  }

  /// Stores an answer, and then gives it.
  ///
  /// - Parameter second: the answer if the offer of the first is not granted.
  private func settle(
    _ question: RetentionQuestion, _ race: AnswerRace<Candidate>, _ first: Candidate,
    else second: Candidate, _ entry: RequestScope.Entry, at now: Timestamp
  ) async throws(LedgerFailure) {
    let outcome = try await ledger.answer(
      question.request, first.choice, else: second.choice,
      unlessSent: { race.given?.choice }, at: now)
    let isFirst = outcome.body == first.body
    let stored: Candidate =
      if outcome.isRepeated {
        .repeated(outcome.body)
      } else {
        isFirst ? first : second.because(outcome.grant == nil ? second.cause : .limitReached)
      }
    let sent = race.give(stored)
    note(outcome, of: stored, sent, question, entry, at: now)
    guard sent.body != outcome.body, !outcome.isRepeated else { return }
    // It went out while the other one was committed.
    try await ledger.correct(question.request, sent: sent.body, at: now)
  }

  private func note(
    _ outcome: RetentionOutcome, of stored: Candidate, _ sent: Candidate,
    _ question: RetentionQuestion, _ entry: RequestScope.Entry, at now: Timestamp
  ) {
    if let granted = outcome.grant {
      metrics.granted(granted)
      if case .granted = granted, let signer {
        metrics.signature(.promotional, .signed)
        metrics.signed(
          form: signer.signsJWS ? .jws : .legacy, basis: OfferGranting.Basis.verified.rawValue)
      }
    }
    guard !outcome.exposures.isEmpty, let exposure = stored.exposure else { return }
    let answers = exposure.batch.answers(stored: outcome.exposures)
    metrics.exposed(answers.map(\.word))
    for answer in answers {
      counts.claimed(
        exposure.claim, answer, by: exposure.visitor, in: question.request.environment,
        of: entry.release, at: now)
    }
  }
}

extension RetentionService.Candidate {
  init(
    _ reply: RetentionReply, _ cause: RetentionCause, grant: GrantRequest? = nil,
    exposure: RetentionExposure? = nil
  ) {
    self.init(
      choice: RetentionChoice(
        String(decoding: reply.content.json, as: UTF8.self), grant: grant,
        exposures: exposure?.batch.exposures ?? [], heldOut: exposure?.batch.heldOut ?? []),
      word: reply.word, cause: cause, exposure: exposure)
  }
}
