import Catalog
import Foundation
import TextCoding

/// A request for one placement, in flight.
struct RequestKey: Hashable, Sendable {
  let placement: UTF8Key
  let context: String
}

extension Paywalls {
  /// Requests a placement, or joins the same request in flight. The task goes on without its caller,
  /// so that the next call finds its answer.
  func request(
    _ id: String, _ context: EvaluationContext
  ) -> Task<Result<Placement, NetworkFailure>, Never> {
    let key = RequestKey(placement: UTF8Key(id), context: context.digest)
    if let task = requests[key] { return task }
    let task = Task { () -> Result<Placement, NetworkFailure> in
      let result = await requestAnswers(
        from: "v1/placements/\(Endpoint.escaped(id))", [id], context)
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
    from path: String, _ placements: [String], _ context: EvaluationContext
  ) async -> Result<[Placement], NetworkFailure> {
    if let pausedUntil, clock.running() < pausedUntil { return .failure(.paused) }
    if outbox.hasAlias { await sendWaiting(within: configuration.budget / 2) }
    do throws(NetworkFailure) {
      let evidence = await evidenceToSend()
      let isBatch = path == Self.batchPath
      let body = JSONText { json in
        json.raw("{")
        json.attributes(context.attributes)
        json.member("preview", context.preview)
        json.member("userProof", context.visitor.userProof)
        if isBatch { json.texts("placements", placements) }
        json.evidence(evidence)
        json.raw("}")
      }
      let response = try await endpoint.post(path, body)
      updateTime(from: response)
      let answers = try Self.answers(response, isBatch: isBatch, placements)
      keep(answers, response, context, isForStorage: evidence.isEmpty)
      serverIsBack()
      return .success(answers.map { Placement($0.wire, source: .network) })
    } catch {
      if case .tooManyRequests(let pause) = error {
        pausedUntil = clock.running() + (pause ?? .seconds(30))
      }
      configuration.log(.networkFailed(placements: placements, error))
      return .failure(error)
    }
  }

  /// What StoreKit signed, if placements are sent with it and it comes within half of the budget.
  private func evidenceToSend() async -> Evidence {
    guard configuration.evidenceUse == .always else { return Evidence() }
    let task = Task { [configuration] in await configuration.evidence() }
    if let evidence = await task.value(within: configuration.budget / 2, clock) { return evidence }
    task.cancel()
    configuration.log(.evidenceMissing)
    return Evidence()
  }

  static let batchPath = "v1/placements"

  /// Each answer with its own bytes. An answer for another placement is an error.
  private static func answers(
    _ response: TransportResponse, isBatch: Bool, _ placements: [String]
  ) throws(NetworkFailure) -> [(wire: WireAnswer, body: Data)] {
    do {
      let bodies =
        isBatch
        ? JSONSlice(response.body)?["placements"]?.elements.map { Data($0.bytes) } ?? []
        : [response.body]
      let answers = try bodies.map { (try WireAnswer.read($0), $0) }
      guard answers.count == placements.count,
        zip(answers, placements).allSatisfy({ $0.0.placement.utf8.elementsEqual($1.utf8) })
      else { throw NetworkFailure.notUnderstood("The answer is for other placements.") }
      return answers
    } catch {
      throw (error as? NetworkFailure) ?? .notUnderstood("\(error)")
    }
  }

  private func keep(
    _ answers: [(wire: WireAnswer, body: Data)], _ response: TransportResponse,
    _ context: EvaluationContext, isForStorage: Bool
  ) {
    let control = CacheControl(response[header: "Cache-Control"])
    guard control.mayBeStored, context.visitor == visitor else { return }
    let now = now
    for (wire, body) in answers {
      keepInMemory(wire, control, context, now)
      guard isForStorage, isVisitorKept, body.count <= StoredAnswer.largest else { continue }
      let stored = StoredAnswer(
        control: control, context: context.digest, locale: context.locale,
        receivedAt: now.milliseconds, body: String(decoding: body, as: UTF8.self),
        isVerbatim: true)
      let name = StoredAnswer.name(wire.placement, context.visitor)
      storage.write(configuration.log) { try $0.keep(stored, at: name) }
    }
  }

  private func keepInMemory(
    _ wire: WireAnswer, _ control: CacheControl, _ context: EvaluationContext, _ now: Timestamp
  ) {
    if answers.count >= 200 { answers = [:] }
    answers[UTF8Key(wire.placement)] = KeptAnswer(
      answer: Placement(wire, source: .network), control: control, context: context.digest,
      locale: context.locale, receivedAt: now, received: clock.running())
  }

  /// The server's last answer to this visitor, from memory or from the storage.
  func keptAnswer(
    _ id: String, for visitor: VisitorIds, within time: Duration
  ) async -> KeptAnswer? {
    if let kept = answers[UTF8Key(id)] { return kept }
    guard isVisitorKept else { return nil }
    let name = StoredAnswer.name(id, visitor)
    let stored = await storage.value(within: time) { storage in
      storage.value(StoredAnswer.self, at: name)?.kept(for: id)
    }
    guard visitor == self.visitor else { return nil }
    if let newer = answers[UTF8Key(id)] { return newer }
    guard let kept = stored ?? nil else { return nil }
    answers[UTF8Key(id)] = kept
    return kept
  }

  /// The server answers again: sends what waits, and looks for a newer bundle.
  private func serverIsBack() {
    pausedUntil = nil
    retryAt = nil
    if !outbox.queue.isEmpty { flush(in: configuration.gathering) }
    refreshBundle()
  }
}
