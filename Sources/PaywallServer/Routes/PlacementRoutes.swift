import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
import NIOCore
import OfferSigning
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// Decides what a visitor sees at a placement; for a customer, with their offers, signed if
/// requested. A class, so that each route carries one reference.
final class PlacementRoutes: Sendable {
  private let customers: CustomerResolver
  private let assignments: AssignmentReader
  let decisions: DecisionService
  private let grants: OfferGranting.Services
  /// `nil` answers `signingNotConfigured`.
  private let signer: OfferSigner?
  let previews: PreviewService
  private let wishes: HistoryWishes
  private let metrics: ServerMetrics
  private let isReadOnly: Bool
  let now: @Sendable () -> Timestamp

  init(
    customers: CustomerResolver, assignments: AssignmentReader, decisions: DecisionService,
    grants: OfferGranting.Services, signer: OfferSigner?, previews: PreviewService,
    wishes: HistoryWishes, metrics: ServerMetrics, isReadOnly: Bool,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.customers = customers
    self.assignments = assignments
    self.decisions = decisions
    self.grants = grants
    self.signer = signer
    self.previews = previews
    self.wishes = wishes
    self.metrics = metrics
    self.isReadOnly = isReadOnly
    self.now = now
  }

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.placementGet) { [self] head, _, context in
      promptReply(to: try question(head, context), head, context)
    } use: { [self] request, context in
      await reply(to: try question(request.head, context), request.head, context).response
    }
    visitor.on(.placementPost) { [self] head, body, context in
      let placement = try context.parameters.decoded("placement")
      return try promptReply(to: body, scope: .one, head, context) { _ in .one(placement) }
    } use: { [self] request, context in
      let placement = try context.parameters.decoded("placement")
      let body = try await body(of: request, scope: .one, context)
      if let question = try question(.one(placement), in: body, request.head, context) {
        return await reply(to: question, request.head, context).response
      }
      let answers = try await answers(
        to: body, at: [placement], inEach: true, request.head, context.caller, context.entry)
      return response(answers.answers[0], answers, request.head, context.entry)
    }
    visitor.on(.placementsPost) { [self] head, body, context in
      try promptReply(to: body, scope: .several, head, context) {
        let placements = $0.placements ?? context.entry.release.placementIds
        // More are charged for.
        return placements.count <= Limits.placements ? .several(placements) : nil
      }
    } use: { [self] request, context in
      let body = try await body(of: request, scope: .several, context)
      let placements = body.placements ?? context.entry.release.placementIds
      try context.entry.charge(placements: placements.count, context.caller)
      if let question = try question(.several(placements), in: body, request.head, context) {
        return await reply(to: question, request.head, context).response
      }
      let answers = try await answers(
        to: body, at: placements, request.head, context.caller, context.entry)
      return response(
        PreparedAnswer(joining: answers.answers, ignored: answers.ignored), answers,
        request.head, context.entry)
    }
  }

  private func body(
    of request: Request, scope: PlacementRequest.Scope, _ context: VisitorCaller
  ) async throws -> PlacementRequest {
    let languages = try languages(inQueryOf: request.head, context.entry)
    var body = try await request.body(.withEvidence, of: context.caller, context.entry) {
      try PlacementRequest($0, scope: scope)
    }
    LanguageAttributes.add(languages, to: &body.attributes)
    return body
  }

  /// The same for a body that is here, and neither charged for by its bytes nor long.
  private func promptReply(
    to bytes: ByteBuffer, scope: PlacementRequest.Scope, _ head: HTTPRequest,
    _ context: VisitorCaller, asking: (PlacementRequest) -> AskedPlacements?
  ) throws -> Reply? {
    guard bytes.readableBytes <= BodyBudget.freeBytes else { return nil }
    let languages = try languages(inQueryOf: head, context.entry)
    try head.headerFields.checkMediaType()
    var body = try PlacementRequest(
      try JSONReader.read(Array(bytes.readableBytesView)), scope: scope)
    LanguageAttributes.add(languages, to: &body.attributes)
    guard let asked = asking(body), let question = try question(asked, in: body, head, context)
    else { return nil }
    return promptReply(to: question, head, context)
  }

  /// `nil` if the visitor's recorded assignments must be read.
  private func promptReply(
    to question: Question, _ head: HTTPRequest, _ context: VisitorCaller
  ) -> Reply? {
    let evaluation = question.evaluation.withRememberedRecords(
      at: question.open, in: context.entry, assignments.ledger)
    return evaluation.map { reply(to: question, $0, head, context) }
  }

  private func reply(
    to question: Question, _ head: HTTPRequest, _ context: VisitorCaller
  ) async -> Reply {
    let evaluation = await question.evaluation.withRecords(
      at: question.open, in: context.entry, from: assignments, at: question.now)
    return reply(to: question, evaluation, head, context)
  }

  private func reply(
    to question: Question, _ evaluation: EvaluationContext, _ head: HTTPRequest,
    _ context: VisitorCaller
  ) -> Reply {
    metrics.ignored(
      question.ignored, loggedFor: context.caller.keyOfIgnored, at: question.now)
    return reply(question, evaluation, head, context.entry)
  }
}

// A question with a body, which may be a customer's.
extension PlacementRoutes {
  private struct Answers {
    var answers: [PreparedAnswer]
    /// The answer holds signatures or rests on evidence: do not cache it.
    var isMomentary: Bool
    var leftOut: [LeftOutText]
    /// The member of the answer that names ignored attributes.
    var ignored: [UInt8]
    var now: Timestamp
  }

  private func answers(
    to body: PlacementRequest, at placements: [String], inEach: Bool = false,
    _ head: HTTPRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Answers {
    let now = now()
    let preview = try preview(body.preview, entry, at: now)
    let standing = entry.standing(
      of: body.attributes, provedBy: body.userProof, beside: body.asker.evidence, for: caller)
    let (resolution, leftOut) = try await resolution(
      of: body, standing, caller, entry, at: now)
    let evaluation = try await EvaluationContext(
      body.attributes, from: caller, proof: body.userProof, standing: standing, in: entry,
      metrics, resolution: resolution, impliedBy: head, at: now
    ).withRecords(
      at: placements.filter { preview?.variant(at: $0) == nil }, in: entry, from: assignments,
      at: now)
    let decided = placements.map {
      decisions.serve($0, for: evaluation, preview: preview, in: entry, at: now)
    }
    wishes.note(
      resolution.customer, evaluation.visitor,
      decided.flatMap { entry.release.products(of: $0) }, in: entry.release, at: now)
    var signed = SignedOffers.none
    var isMomentary = body.asker != CustomerQuestion() || preview != nil
    if let presented = resolution.presented, let signer {
      let granting = OfferGranting(
        services: grants, signer: signer, customer: resolution.customer, presented: presented,
        environment: evaluation.environment, caller: caller, entry: entry, now: now)
      signed = try await granting.sign(
        decided.filter { $0.reason != .forced },
        as: resolution.customer == nil ? nil : body.sign, for: evaluation,
        account: try account(body, presented, caller))
    } else if body.sign != nil, signer == nil, !isReadOnly {
      // Beside a server that writes, the app gets it there at the tap.
      signed.unsigned = .signingNotConfigured
    }
    if case .nobody = resolution {} else { isMomentary = true }
    let ignored =
      caller.isToldOfIgnored || preview != nil ? evaluation.ignored.member : []
    let answers = decided.map { decision in
      entry.release.answer(
        decision, for: evaluation.visitor, user: evaluation.user,
        signed: decision.reason == .forced ? .none : signed, ignored: inEach ? ignored : [],
        at: preview?.moment(at: decision.placement) ?? now)
    }
    return Answers(
      answers: answers, isMomentary: isMomentary, leftOut: leftOut, ignored: ignored, now: now)
  }

  /// Evidence of several customers, or none that is trusted, does not block the paywall: the answer
  /// is then a visitor's.
  private func resolution(
    of body: PlacementRequest, _ standing: UserStanding?, _ caller: Caller,
    _ entry: RequestScope.Entry, at now: Timestamp
  ) async throws(Problem) -> (CustomerResolution, [LeftOutText]) {
    do throws(Problem) {
      let (found, leftOut) = try await customers.find(
        body.asker, for: caller, entry, implied: body.impliedCustomer,
        environment: try EvaluationContext.environment(of: body.attributes), elseNobody: true,
        at: now)
      customers.keepBeside(
        found,
        seen: customers.sighting(
          of: body.attributes, provedBy: body.userProof, standing: standing,
          with: found.evidence, on: .placement, caller, entry))
      return (found, leftOut)
    } catch {
      if error.leavesEvidenceOpen { return (.unavailable(nil, nil), []) }
      guard error.code == .severalCustomers else { throw error }
      return (.nobody(nil), [])
    }
  }

  /// The account in a legacy signature: for a server the one in the attributes, else the one Apple
  /// vouches for; `.anyone` only on a server's word.
  private func account(
    _ body: PlacementRequest, _ customer: Customer, _ caller: Caller
  ) throws(Problem) -> OfferCustomer {
    if caller.role.includes(.server), case .text(let token)? = body.attributes["appAccountToken"],
      !PlaceholderId.contains(token)
    {
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
      return Response(
        momentary: answer.body.telling(answers.leftOut), release: entry.release.release,
        variesByLanguage: answer.variesByLanguage)
    }
    return Reply(answer, to: head, release: entry.release.release, at: answers.now).response
  }
}
