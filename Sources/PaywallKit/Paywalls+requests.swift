import Foundation
import PaywallCatalog
import PaywallTextCoding

/// The key of a request for one placement, in flight.
struct RequestKey: Hashable, Sendable {
  let placement: UTF8Key
  let context: String
  /// See ``Paywalls/unlocks``.
  let unlocks: Int
  var signing = SigningTime.atTap
}

extension Paywalls {
  /// Requests a placement, or joins the same request in flight. The task goes on without its caller,
  /// so that the next call finds its answer.
  func request(
    _ id: String, _ context: EvaluationContext, _ signing: SigningTime = .atTap
  ) -> Task<Result<PlacementDecision, NetworkFailure>, Never> {
    let key = RequestKey(
      placement: UTF8Key(id), context: context.digest, unlocks: context.unlocks, signing: signing)
    if let task = requests[key] { return task }
    let task = Task { () -> Result<PlacementDecision, NetworkFailure> in
      let result = await requestAnswers(
        from: "v1/placements/\(Endpoint.escaped(id))", [id], context, signing)
      requests[key] = nil
      switch result {
      case .success(let answers):
        guard let answer = answers.first else { return .failure(.notUnderstood("No answer.")) }
        return .success(answer)
      case .failure(let failure): return .failure(failure)
      }
    }
    requests[key] = task
    return task
  }

  /// Requests one placement or several, and keeps the answers.
  func requestAnswers(
    from path: String, _ placements: [String], _ context: EvaluationContext,
    _ signing: SigningTime = .atTap
  ) async -> Result<[PlacementDecision], NetworkFailure> {
    if let pausedUntil, clock.running() < pausedUntil { return .failure(.paused) }
    if outbox.hasAlias { await sendWaiting(within: configuration.advanced.budget / 2) }
    do throws(NetworkFailure) {
      let evidence = await evidenceForPlacement(signing)
      let isBatch = path == Self.batchPath
      let body = JSONText { json in
        json.raw("{")
        json.attributes(context.attributes)
        json.member("preview", context.preview)
        json.member("userProof", context.visitor.userProof)
        if isBatch { json.texts("placements", placements) }
        json.evidence(evidence)
        if signing == .ahead, !evidence.isEmpty { json.texts("sign", ["jws"]) }
        json.raw("}")
      }
      let response = try await endpoint.post(path, body)
      updateTime(from: response)
      if signing == .ahead, !evidence.isEmpty { keepAhead(response.body, context.visitor) }
      let answers = try Self.answers(response, isBatch: isBatch, placements)
      keep(answers, response, context, isForStorage: evidence.isEmpty)
      serverIsBack()
      let fresh = answers.map(\.answer)
      for answer in fresh { arrived(answer, context) }
      return .success(fresh)
    } catch {
      if case .tooManyRequests(let pause) = error {
        pausedUntil = clock.running() + (pause ?? .seconds(30))
      }
      configuration.advanced.log(.networkFailed(placements: placements, error))
      return .failure(error)
    }
  }

  static let batchPath = "v1/placements"

  /// Reads each answer with its own bytes. An answer for another placement is an error.
  private static func answers(
    _ response: TransportResponse, isBatch: Bool, _ placements: [String]
  ) throws(NetworkFailure) -> [(answer: PlacementDecision, body: Data)] {
    let batch = isBatch ? JSONSlice(response.body) : nil
    let bodies =
      isBatch ? batch?["placements"]?.elements.map { Data($0.bytes) } ?? [] : [response.body]
    let leftOut = batch?["leftOut"].map {
      PlacementDecision.Diagnostic.evidenceLeftOut(JSONValue(Data($0.bytes)))
    }
    var answers: [(answer: PlacementDecision, body: Data)] = []
    for body in bodies {
      guard let answer = PlacementDecision(body: body) else {
        throw .notUnderstood("The answer cannot be read.")
      }
      answers.append((leftOut.map { answer.after($0) } ?? answer, body))
    }
    guard answers.count == placements.count,
      zip(answers, placements).allSatisfy({ $0.0.id.utf8.elementsEqual($1.utf8) })
    else { throw .notUnderstood("The answer is for other placements.") }
    return answers
  }

  private func keep(
    _ answers: [(answer: PlacementDecision, body: Data)], _ response: TransportResponse,
    _ context: EvaluationContext, isForStorage: Bool
  ) {
    let control = CacheControl(response[header: "Cache-Control"])
    guard control.mayBeStored, context.visitor == visitor, context.unlocks == unlocks else {
      return
    }
    let now = now
    for (answer, body) in answers {
      keepInMemory(answer, control, context, now)
      guard isForStorage, isVisitorKept, body.count <= StoredAnswer.largest else { continue }
      let stored = StoredAnswer(
        control: control, context: context.digest, locale: context.locale,
        receivedAt: now.milliseconds, body: String(decoding: body, as: UTF8.self),
        isVerbatim: true)
      let name = StoredAnswer.name(answer.id, context.visitor)
      save(stored, at: name)
    }
  }

  private func keepInMemory(
    _ answer: PlacementDecision, _ control: CacheControl, _ context: EvaluationContext,
    _ now: Timestamp
  ) {
    if answers.count >= 200 { answers = [:] }
    answers[UTF8Key(answer.id)] = KeptAnswer(
      answer: answer, control: control, context: context.digest,
      locale: context.locale, receivedAt: now, received: clock.running())
  }

  /// Returns the server's last answer to this visitor, from memory or from the storage.
  func keptAnswer(
    _ id: String, for visitor: VisitorIds, within time: Duration
  ) async -> KeptAnswer? {
    if let kept = answers[UTF8Key(id)] { return kept }
    guard isVisitorKept else { return nil }
    let name = StoredAnswer.name(id, visitor)
    let before = unlocks
    let stored = await storage.value(within: time) { storage in
      storage.value(StoredAnswer.self, at: name)?.kept(for: id)
    }
    guard visitor == self.visitor, before == unlocks else { return nil }
    if let newer = answers[UTF8Key(id)] { return newer }
    guard let kept = stored ?? nil else { return nil }
    answers[UTF8Key(id)] = kept
    return kept
  }

  /// Sends what waits and looks for a newer bundle, because the server answers again.
  private func serverIsBack() {
    pausedUntil = nil
    retryAt = nil
    if !outbox.queue.isEmpty { flush(in: configuration.gathering) }
    if !purchases.next.isEmpty { deliverSoon() }
    refreshBundle()
  }
}
