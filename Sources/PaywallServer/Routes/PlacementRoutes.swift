import Catalog
import Decisions
import HTTPTypes
import Hummingbird

/// What a visitor sees at a placement.
struct PlacementRoutes {
  private let parts: ServerParts

  init(_ parts: ServerParts) { self.parts = parts }

  func add(to visitor: RouterGroup<VisitorCaller>) {
    visitor.get("placements/{placement}") { request, context in
      try reply(to: request.head, context.entry).response
    }
    visitor.post("placements/{placement}") { request, context in
      let placement = try placement(in: request.head)
      try noAttributes(in: request.head, context.entry)
      let body = try PlacementRequest(try await request.json(), scope: .one)
      let now = parts.now()
      let asked = try Asked(body.attributes, in: context.entry, parts.metrics, at: now)
      return Reply(
        answer(placement, asked, context.entry, at: now), to: request.head,
        release: context.entry.release.release, at: now
      ).response
    }
    visitor.post("placements") { request, context in
      try noAttributes(in: request.head, context.entry)
      let body = try PlacementRequest(try await request.json(), scope: .several)
      let now = parts.now()
      let release = context.entry.release
      let asked = try Asked(body.attributes, in: context.entry, parts.metrics, at: now)
      let placements = body.placements ?? release.placementIds
      let answers = placements.map { answer($0, asked, context.entry, at: now) }
      return Reply(
        PreparedAnswer(joining: answers), to: request.head, release: release.release, at: now
      ).response
    }
  }

  /// The answer to a query, which needs nothing that has to be waited for.
  func reply(to head: HTTPRequest, _ entry: RequestScope.Entry) throws(Problem) -> Reply {
    let placement = try placement(in: head)
    let query = try attributes(in: head, entry)
    let now = parts.now()
    let asked = try Asked(query.attributes, in: entry, parts.metrics, at: now)
    parts.metrics.ignored(query.ignored, cause: "unnamed")
    return Reply(
      answer(placement, asked, entry, at: now), to: head, release: entry.release.release, at: now)
  }

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
    guard let name = try attributes(in: head, entry).attributes.keys.min() else { return }
    throw Problem(.malformedQuery, "A POST carries its attributes in the body.", field: name)
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

  private func answer(
    _ placement: String, _ asked: Asked, _ entry: RequestScope.Entry, at now: Timestamp
  ) -> PreparedAnswer {
    let release = entry.release
    let decision = release.compiled.decide(placement, for: asked.visitor, at: now)
    parts.metrics.decided(decision.reason)
    parts.decisionLog?.add(
      decision, visitor: asked.visitor, release: release.release, requestId: entry.requestId,
      at: now)
    return release.answer(decision, for: asked.visitor, locale: asked.locale, at: now)
  }
}

/// A visitor as one request describes them.
struct Asked {
  let visitor: Visitor
  /// As it was sent: `locale`, else `language`.
  let locale: String?

  /// Refuses attributes that only the server may say; counts those that cannot be used.
  init(
    _ attributes: [String: RawAttribute], in entry: RequestScope.Entry, _ metrics: ServerMetrics,
    at now: Timestamp
  ) throws(Problem) {
    let read = entry.release.compiled.visitor(attributes, at: now)
    for case .reserved(let name) in read.issues {
      throw Problem(
        .reservedAttribute, "Only the server computes this attribute; leave it out.", field: name)
    }
    for issue in read.issues {
      if case .undeclared = issue { metrics.ignored(1, cause: "undeclared") }
      if case .mistyped = issue { metrics.ignored(1, cause: "mistyped") }
    }
    visitor = read.visitor
    if case .text(let text)? = attributes["locale"] ?? attributes["language"] {
      locale = text
    } else {
      locale = nil
    }
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
