import AppStore
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Logging
import PaywallAPI
import PaywallCatalog

/// Apple's requests for a message to a customer who is about to cancel. They need no key: the
/// signature is the proof.
///
/// Any doubt is an empty answer, with which Apple shows its own message (Retention.md).
struct RetentionRoutes {
  let service: RetentionService
  /// Checks certificates not seen before.
  let chains: ChainChecker
  let metrics: ServerMetrics
  let logger: Logger
  /// The customers are in another server's ledger.
  let isReadOnly: Bool
  let now: @Sendable () -> Timestamp

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.retentionPost) { request, context in
      let entry = context.entry
      do {
        return try await request.ofAppStore(entry) { body async throws(Problem) in
          try await answer(body, entry)
        }
      } catch let problem as Problem where problem.code == .notTrusted {
        let isApples =
          !problem.isNotFromApple || problem.reason == Distrust.Reason.wrongKind.rawValue
        return respond(.nothing(isApples ? .otherApp : .notTrusted), entry)
      }
    }
  }

  /// - Throws: `notTrusted`, for which the sender may pay.
  private func answer(
    _ body: JSONValue, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    var members = try MemberReader(body)
    let text = try members.required("signedPayload", "what the App Store signed")
    let now = now()
    let verification = TextVerification(
      checker: chains, sender: .appStore, entry: entry, metrics: metrics)
    switch try await verification.verdict(of: text, { $0.realtimeRequest(text, at: now) }) {
    case .refused(let distrust):
      metrics.refused(distrust)
      throw Problem(distrust, field: "signedPayload")
    case .verified(let request):
      return await respond(answer(request.payload, entry, at: now), entry)
    }
  }

  private func answer(
    _ payload: RealtimeRequest, _ entry: RequestScope.Entry, at now: Timestamp
  ) async -> RetentionService.Candidate {
    guard let question = RetentionQuestion(payload), let signed = payload.signedDate else {
      return .nothing(.incomplete)
    }
    metrics.clock.saw(signed: signed)
    guard now.milliseconds - signed.milliseconds <= RetentionQuestion.patience else {
      return .nothing(.tooOld)
    }
    guard !isReadOnly else { return .nothing(.ledgerUnavailable) }
    return await service.answer(question, entry, at: now)
  }

  private func respond(
    _ answer: RetentionService.Candidate, _ entry: RequestScope.Entry
  ) -> Response {
    metrics.retention(answer.word, answer.cause)
    logger.info(
      "retention message",
      metadata: entry.metadata(["answer": "\(answer.word)", "cause": "\(answer.cause)"]))
    return entry.response(momentary: Array(answer.body.utf8))
  }
}
