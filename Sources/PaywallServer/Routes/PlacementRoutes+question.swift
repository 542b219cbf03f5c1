import HTTPDocuments
import HTTPTypes
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

// A visitor's question: attributes, and the assignments recorded for their ids.
extension PlacementRoutes {
  struct Question {
    let placements: AskedPlacements
    let evaluation: EvaluationContext
    let preview: Preview?
    let ignored: IgnoredAttributes
    /// Whether the answer names them.
    let tellsIgnored: Bool
    let now: Timestamp

    /// The placements at which records can change the answer.
    var open: [String] { placements.ids.filter { preview?.variant(at: $0) == nil } }
  }

  /// The question of a `GET`.
  func question(_ head: HTTPRequest, _ context: VisitorCaller) throws(Problem) -> Question {
    let (caller, entry) = (context.caller, context.entry)
    let placement = try context.parameters.decoded("placement")
    let query = try AttributeQuery(of: head, schema: entry.release.snapshot.schema)
    let now = now()
    let evaluation = try EvaluationContext(
      query.attributes, from: caller, proof: head.headerFields[.xUserProof], in: entry, nil,
      impliedBy: head, at: now)
    var ignored = evaluation.ignored
    ignored.add(query.unnamed, count: query.ignored)
    let preview = try preview(query.preview, entry, at: now)
    return Question(
      placements: .one(placement), evaluation: evaluation, preview: preview, ignored: ignored,
      tellsIgnored: caller.isToldOfIgnored || preview != nil, now: now)
  }

  /// The question of a body that names no customer and asks for no signature; `nil` for others.
  func question(
    _ placements: AskedPlacements, in body: PlacementRequest, _ head: HTTPRequest,
    _ context: VisitorCaller
  ) throws(Problem) -> Question? {
    let (caller, entry) = (context.caller, context.entry)
    guard body.asker == CustomerQuestion(), body.sign == nil,
      !caller.role.includes(.server) || body.impliedCustomer == nil
    else { return nil }
    let now = now()
    let preview = try preview(body.preview, entry, at: now)
    let evaluation = try EvaluationContext(
      body.attributes, from: caller, proof: body.userProof, in: entry, nil, impliedBy: head,
      at: now)
    return Question(
      placements: placements, evaluation: evaluation, preview: preview,
      ignored: evaluation.ignored, tellsIgnored: caller.isToldOfIgnored || preview != nil,
      now: now)
  }

  func reply(
    _ question: Question, _ evaluation: EvaluationContext, _ head: HTTPRequest,
    _ entry: RequestScope.Entry
  ) -> Reply {
    let decisions = question.placements.ids.map {
      self.decisions.serve(
        $0, for: evaluation, preview: question.preview, in: entry, at: question.now)
    }
    let answer = entry.release.answer(
      decisions, asked: question.placements, for: evaluation.visitor, user: evaluation.user,
      ignored: question.tellsIgnored ? question.ignored.member : []
    ) { question.preview?.moment(at: $0) ?? question.now }
    return Reply(
      answer, to: head, release: entry.release.release, at: question.now,
      isMomentary: question.preview != nil)
  }

  /// The preview of a token; it changes nothing at other placements.
  func preview(
    _ token: String?, _ entry: RequestScope.Entry, at now: Timestamp
  ) throws(Problem) -> Preview? {
    guard let token else { return nil }
    return try previews.preview(in: token, of: entry.release.snapshot, at: now)
  }
}

// Parsing the request.
extension PlacementRoutes {
  /// The languages in the query of a request with a body, which has all other attributes in the
  /// body: two places could contradict.
  func languages(
    inQueryOf head: HTTPRequest, _ entry: RequestScope.Entry
  ) throws(Problem) -> [String: RawAttribute] {
    let query = try AttributeQuery(of: head, schema: entry.release.snapshot.schema)
    let others = query.attributes.keys.filter { !LanguageAttributes.lists.contains($0) }
    guard let name = query.preview == nil ? others.min() : "preview" else {
      return query.attributes
    }
    throw Problem(
      .malformedQuery, "A POST carries its attributes and its preview in the body.", field: name)
  }
}

extension AttributeQuery {
  init(of head: HTTPRequest, schema: AttributeSchema) throws(Problem) {
    let path = head.path ?? ""
    let query = path.utf8.firstIndex(of: UInt8(ascii: "?")).map { path.utf8[$0...].dropFirst() }
    try self.init(query.map { Array($0) } ?? [], schema: schema)
  }
}
