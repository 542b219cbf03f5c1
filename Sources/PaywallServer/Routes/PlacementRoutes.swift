import Catalog
import Logging
import Decisions
import HTTPTypes
import Hummingbird
import Ledger
import OfferSigning
import Subscribers
import TextCoding

/// What a visitor sees at a placement; for a customer with the offers they may have, signed if that
/// was asked for.
struct PlacementRoutes {
  private let parts: ServerParts
  private let customers: CustomerDesk

  init(_ parts: ServerParts) {
    self.parts = parts
    customers = CustomerDesk(parts)
  }

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.placementGet) { request, context in
      let question = try question(in: request.head, context.caller, context.entry)
      parts.metrics.ignored(question.ignored)
      let asked = await question.asked.withRecords(
        at: question.isForced ? [] : [question.placement], in: context.entry, parts,
        at: question.now)
      return reply(question, asked, request.head, context.entry).response
    }
    visitor.on(.placementPost) { request, context in
      let placement = try placement(in: request.head)
      try noAttributes(in: request.head, context.entry)
      let body = try await request.body(.withEvidence, of: context.caller, context.entry) {
        try PlacementRequest($0, scope: .one)
      }
      let answers = try await answers(to: body, at: [placement], context.caller, context.entry)
      return response(answers.answers[0], answers, request.head, context.entry)
    }
    visitor.on(.placementsPost) { request, context in
      try noAttributes(in: request.head, context.entry)
      let body = try await request.body(.withEvidence, of: context.caller, context.entry) {
        try PlacementRequest($0, scope: .several)
      }
      let placements = body.placements ?? context.entry.release.placementIds
      try context.entry.charge(placements: placements.count, context.caller)
      let answers = try await answers(to: body, at: placements, context.caller, context.entry)
      return response(
        PreparedAnswer(joining: answers.answers), answers, request.head, context.entry)
    }
  }

  /// A question and its answer; `nil` where recorded assignments have to be waited for.
  func reply(
    to head: HTTPRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) throws(Problem) -> (question: Question, reply: Reply)? {
    let question = try question(in: head, caller, entry)
    let asked =
      question.isForced
      ? question.asked
      : question.asked.withRememberedRecords(at: question.placement, in: entry, parts.ledger)
    guard let asked else { return nil }
    parts.metrics.ignored(question.ignored)
    return (question, reply(question, asked, head, entry))
  }
}

// A visitor's question: attributes, and the assignments that were recorded under their ids.
extension PlacementRoutes {
  struct Question {
    let placement: String
    let asked: Asked
    let preview: Preview?
    /// Not counted yet: a question may be asked again on the long way.
    let ignored: IgnoredAttributes
    let now: Timestamp

    /// No record could turn the answer.
    var isForced: Bool { preview?.variant(at: placement) != nil }
  }

  private func question(
    in head: HTTPRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) throws(Problem) -> Question {
    let placement = try placement(in: head)
    let query = try attributes(in: head, entry)
    let now = parts.now()
    let asked = try Asked(
      query.attributes, from: caller, proof: head.headerFields[.xUserProof], in: entry, nil, at: now
    )
    var ignored = asked.ignored
    ignored.unnamed = query.ignored
    return Question(
      placement: placement, asked: asked, preview: try preview(query.preview, entry, at: now),
      ignored: ignored, now: now)
  }

  private func reply(
    _ question: Question, _ asked: Asked, _ head: HTTPRequest, _ entry: RequestScope.Entry
  ) -> Reply {
    let decision = decide(question.placement, asked, question.preview, entry, at: question.now)
    return Reply(
      entry.release.answer(
        decision, for: asked.visitor, user: asked.user, locale: asked.locale, at: question.now),
      to: head, release: entry.release.release, at: question.now,
      isMomentary: question.preview != nil)
  }

  /// What a token asks to be shown; at other placements it changes nothing.
  private func preview(
    _ token: String?, _ entry: RequestScope.Entry, at now: Timestamp
  ) throws(Problem) -> Preview? {
    guard let token else { return nil }
    return try parts.previews.preview(in: token, of: entry.release.snapshot, at: now)
  }

  private func decide(
    _ placement: String, _ asked: Asked, _ preview: Preview?, _ entry: RequestScope.Entry,
    at now: Timestamp
  ) -> Decision {
    parts.decide(
      placement, for: asked, forced: preview?.variant(at: placement), until: preview?.expires,
      in: entry, at: now)
  }
}

// A question with a body, which may be a customer's.
extension PlacementRoutes {
  private struct Answers {
    var answers: [PreparedAnswer]
    /// The answer holds signatures, or rests on evidence: nobody may keep it.
    var isMomentary: Bool
    var now: Timestamp
  }

  private func answers(
    to body: PlacementRequest, at placements: [String], _ caller: Caller,
    _ entry: RequestScope.Entry
  ) async throws(Problem) -> Answers {
    let now = parts.now()
    let preview = try preview(body.preview, entry, at: now)
    let acquaintance = try await acquaintance(of: body, caller, entry, at: now)
    let asked = try await Asked(
      body.attributes, from: caller, proof: body.userProof, in: entry, parts.metrics,
      acquaintance: acquaintance, at: now
    ).withRecords(
      at: placements.filter { preview?.variant(at: $0) == nil }, in: entry, parts, at: now)
    let decisions = placements.map { decide($0, asked, preview, entry, at: now) }
    var signed = SignedOffers.none
    var isMomentary = body.asker != CustomerQuestion() || preview != nil
    if let presented = acquaintance.presented, let signer = parts.signer {
      let granting = OfferGranting(
        parts: parts, signer: signer, customer: acquaintance.customer, presented: presented,
        environment: asked.environment, caller: caller, entry: entry, now: now)
      signed = try await granting.sign(
        decisions.filter { $0.reason != .forced },
        as: acquaintance.customer == nil ? nil : body.sign, for: asked,
        account: try account(body, presented, caller))
    } else if body.sign != nil, parts.signer == nil {
      signed.unsigned = .signingNotConfigured
    }
    if case .nobody = acquaintance {} else { isMomentary = true }
    let answers = decisions.map { decision in
      entry.release.answer(
        decision, for: asked.visitor, user: asked.user, locale: asked.locale,
        signed: decision.reason == .forced ? .none : signed, at: now)
    }
    return Answers(
      answers: answers, isMomentary: isMomentary, now: now)
  }

  /// Texts that cannot be told to be one customer's are no reason to show nothing: the answer is
  /// then a visitor's.
  private func acquaintance(
    of body: PlacementRequest, _ caller: Caller, _ entry: RequestScope.Entry, at now: Timestamp
  ) async throws(Problem) -> Acquaintance {
    do throws(Problem) {
      let found = try await customers.find(
        body.asker, for: caller, entry, implied: body.impliedCustomer,
        environment: Asked.environment(of: body.attributes), at: now)
      customers.keepBeside(found)
      return found
    } catch {
      if error.leavesEvidenceOpen { return .unavailable(nil, nil) }
      guard error.code == .severalCustomers else { throw error }
      return .nobody(nil)
    }
  }

  /// Whom a legacy signature names: for a server the account of the attributes, else the one that
  /// Apple vouches for; nobody only on a server's word.
  private func account(
    _ body: PlacementRequest, _ customer: Customer, _ caller: Caller
  ) throws(Problem) -> OfferCustomer {
    if caller.role.includes(.server), case .text(let token)? = body.attributes["appAccountToken"] {
      try SignRequest.check(appAccountToken: token)
      return .appAccountToken(token)
    }
    return customer.appAccountToken.map { .appAccountToken($0) } ?? .anyone
  }

  private func response(
    _ answer: PreparedAnswer, _ answers: Answers, _ head: HTTPRequest,
    _ entry: RequestScope.Entry
  ) -> Response {
    if answers.isMomentary {
      return Response(momentary: answer.body, release: entry.release.release)
    }
    return Reply(answer, to: head, release: entry.release.release, at: answers.now).response
  }
}

// The request as text.
extension PlacementRoutes {
  private func attributes(
    in head: HTTPRequest, _ entry: RequestScope.Entry
  ) throws(Problem) -> AttributeQuery {
    let path = head.path ?? ""
    let query = path.utf8.firstIndex(of: UInt8(ascii: "?")).map { path.utf8[$0...].dropFirst() }
    return try AttributeQuery(
      query ?? path.utf8.suffix(0), schema: entry.release.snapshot.schema)
  }

  /// A request with a body has its attributes there; two places could contradict each other.
  private func noAttributes(
    in head: HTTPRequest, _ entry: RequestScope.Entry
  ) throws(Problem) {
    let query = try attributes(in: head, entry)
    guard let name = query.preview == nil ? query.attributes.keys.min() : "preview" else { return }
    throw Problem(
      .malformedQuery, "A POST carries its attributes and its preview in the body.", field: name)
  }

  /// The last part of the path.
  private func placement(in head: HTTPRequest) throws(Problem) -> String {
    var path = Array((head.path ?? "").utf8.prefix { $0 != UInt8(ascii: "?") })
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let last = path[start...]
    guard let placement = percentDecoded(last) else {
      throw Problem(
        .malformedPath, "The placement is not percent-encoded UTF-8.", field: "placement")
    }
    return placement
  }
}

extension PreparedRelease {
  /// Every placement, in the order of their bytes.
  var placementIds: [String] {
    snapshot.placements.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension PreparedAnswer {
  /// Several answers in one: `{"placements":[…],"revision":"…"}`, good for as long as the first
  /// that ends.
  init(joining answers: [PreparedAnswer]) {
    var json = JSONText()
    json.raw("{\"placements\":")
    json.list(answers) { $0.raw($1.body) }
    self.init(
      open: json.bytes, validUntil: answers.compactMap(\.validUntil).min(),
      isDegraded: answers.contains(where: \.isDegraded))
  }
}
