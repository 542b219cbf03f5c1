import Catalog
import Foundation
import TextCoding

/// What is asked: by whom, and with which attributes.
struct Question: Sendable {
  let visitor: VisitorIds
  let attributes: [String: AttributeValue]
  let preview: String?
  /// Whom the answer is for, as an exposure names them.
  var who: Queued.Who {
    var environment: String?
    if case .string(let word)? = attributes["environment"] { environment = word }
    return Queued.Who(
      anonymousId: visitor.anonymousId, userId: visitor.userId, environment: environment,
      userProof: visitor.userProof)
  }
  /// The same for the same question.
  let digest: String
  let locale: String?

  init(of visitor: VisitorIds, own: [String: AttributeValue], in client: isolated Paywalls) {
    var attributes = client.configuration.automaticAttributes
    attributes.merge(client.attributes) { _, new in new }
    attributes.merge(own) { _, new in new }
    attributes["anonymousId"] = .string(visitor.anonymousId)
    attributes["userId"] = visitor.userId.map { .string($0) }
    if attributes["firstSeen"] == nil {
      attributes["firstSeen"] = .string(Timestamp(milliseconds: visitor.firstSeen).rfc3339)
    }
    self.visitor = visitor
    self.attributes = attributes
    let preview = client.preview
    self.preview = preview
    let written = JSONText { json in
      json.attributes(attributes)
      json.member("preview", preview)
      json.member("userProof", visitor.userProof)
    }
    digest = Sealed.name(for: String(decoding: written.bytes, as: UTF8.self))
    locale = (attributes["locale"] ?? attributes["language"]).flatMap { value in
      guard case .string(let text) = value else { return nil }
      return text
    }
  }
}

/// A question about one placement, under way.
struct Asking: Hashable, Sendable {
  let placement: UTF8Key
  let question: String
}

extension Paywalls {
  /// Asks the server, or joins who asks the same already. The task goes on when nobody waits for it
  /// any more, so that the next call finds its answer.
  func ask(
    _ id: String, _ question: Question
  ) -> Task<Result<Placement, NetworkFailure>, Never> {
    let key = Asking(placement: UTF8Key(id), question: question.digest)
    if let task = asking[key] { return task }
    let task = Task { () -> Result<Placement, NetworkFailure> in
      let result = await answer(from: "v1/placements/\(Endpoint.escaped(id))", [id], question)
      asking[key] = nil
      switch result {
      case .success(let answers):
        guard let answer = answers.first else { return .failure(.notUnderstood("No answer.")) }
        return .success(answer)
      case .failure(let failure): return .failure(failure)
      }
    }
    asking[key] = task
    return task
  }

  /// Asks for one placement or several, and keeps the answers.
  func answer(
    from path: String, _ placements: [String], _ question: Question
  ) async -> Result<[Placement], NetworkFailure> {
    if let pausedUntil, clock.running() < pausedUntil { return .failure(.paused) }
    if outbox.hasAlias { await tellFirst(within: configuration.budget / 2) }
    do throws(NetworkFailure) {
      let evidence = await evidenceToAsk()
      let isSeveral = path == Self.several
      let body = JSONText { json in
        json.raw("{")
        json.attributes(question.attributes)
        json.member("preview", question.preview)
        json.member("userProof", question.visitor.userProof)
        if isSeveral { json.texts("placements", placements) }
        json.evidence(evidence)
        json.raw("}")
      }
      let response = try await endpoint.post(path, body)
      hear(response)
      let answers = try Self.answers(response, isSeveral: isSeveral, placements)
      keep(answers, response, question, isForStorage: evidence.isEmpty)
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

  /// What StoreKit signed, if placements are asked with it and it comes within half of the budget.
  private func evidenceToAsk() async -> Evidence {
    guard configuration.evidenceUse == .always else { return Evidence() }
    let task = Task { [configuration] in await configuration.evidence() }
    if let evidence = await task.value(within: configuration.budget / 2, clock) { return evidence }
    task.cancel()
    configuration.log(.evidenceMissing)
    return Evidence()
  }

  static let several = "v1/placements"

  /// Each answer with its own bytes. One for another placement than was asked is none.
  private static func answers(
    _ response: TransportResponse, isSeveral: Bool, _ placements: [String]
  ) throws(NetworkFailure) -> [(wire: WireAnswer, body: Data)] {
    do {
      let decoder = JSONDecoder()
      let bodies: [Data]
      if isSeveral {
        let parts = try decoder.decode([String: JSONValue].self, from: response.body)
        bodies = try (parts["placements"]?.array ?? []).map { try JSONEncoder().encode($0) }
      } else {
        bodies = [response.body]
      }
      let answers = try bodies.map { (try decoder.decode(WireAnswer.self, from: $0), $0) }
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
    _ question: Question, isForStorage: Bool
  ) {
    let control = CacheControl(response[header: "Cache-Control"])
    guard control.mayBeStored, question.visitor == visitor else { return }
    let now = now
    for (wire, body) in answers {
      answersToKeep(wire, control, question, now)
      guard isForStorage, isVisitorKept, body.count <= StoredAnswer.largest else { continue }
      let stored = StoredAnswer(
        control: control, question: question.digest, locale: question.locale,
        receivedAt: now.milliseconds, body: String(decoding: body, as: UTF8.self))
      let name = StoredAnswer.name(wire.placement, question.visitor)
      disk.write(configuration.log) { try $0.keep(stored, at: name) }
    }
  }

  private func answersToKeep(
    _ wire: WireAnswer, _ control: CacheControl, _ question: Question, _ now: Timestamp
  ) {
    if answers.count >= 200 { answers = [:] }
    answers[UTF8Key(wire.placement)] = KeptAnswer(
      answer: Placement(wire, source: .network), control: control, question: question.digest,
      locale: question.locale, receivedAt: now, received: clock.running())
  }

  /// The last answer of the server to this visitor, from memory or from the storage.
  func keptAnswer(
    _ id: String, for visitor: VisitorIds, within time: Duration
  ) async -> KeptAnswer? {
    if let kept = answers[UTF8Key(id)] { return kept }
    guard isVisitorKept else { return nil }
    let name = StoredAnswer.name(id, visitor)
    let stored = await disk.value(within: time) { storage in
      storage.value(StoredAnswer.self, at: name)?.kept(for: id)
    }
    guard visitor == self.visitor else { return nil }
    if let newer = answers[UTF8Key(id)] { return newer }
    guard let kept = stored ?? nil else { return nil }
    answers[UTF8Key(id)] = kept
    return kept
  }

  /// The server answers: what waits may be told, and a newer bundle looked for.
  private func serverIsBack() {
    pausedUntil = nil
    retryAt = nil
    if !outbox.queue.isEmpty { flush(in: configuration.gathering) }
    refreshBundle()
  }
}
