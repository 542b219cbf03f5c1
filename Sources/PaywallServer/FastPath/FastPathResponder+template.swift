import PaywallCatalog
import PaywallDecisions
import HTTPTransport
import HTTPTypes
import Ledger
import NIOCore
import PaywallSubscribers

/// A plain request whose shape has a template.
struct TemplatedRequest {
  let route: PlacementRoute
  let known: ResponseTemplate
  let entry: RequestScope.Entry
  let start: ContinuousClock.Instant
  let own: VisitorDifference

  init(
    _ request: PlainRequest, _ route: PlacementRoute, _ shape: RequestShape,
    _ known: ResponseTemplate, _ entry: RequestScope.Entry, since start: ContinuousClock.Instant
  ) {
    self.route = route
    self.known = known
    self.entry = entry
    self.start = start
    own = VisitorDifference(
      userId: shape.userId.map(request.text), anonymousId: shape.anonymousId.map(request.text),
      firstSeen: shape.firstSeenTime)
  }

  /// The full response, or 304 if the caller's copy is current.
  func response(to request: PlainRequest, of answer: TemplatedResponse) -> FixedResponse {
    let lists = route == .get ? request.values(of: .ifNoneMatch) : []
    guard !lists.isEmpty else { return answer.whole }
    let current = answer.current.first { current in
      lists.contains { Caching.tags(request.bytes[$0], contain: current.tag) }
    }
    return current?.response ?? answer.whole
  }
}

extension FastPathResponder {
  /// Decides for an admitted visitor, and sends the response cached for equal decisions. `nil` if
  /// there is more to do; then nothing is decided yet.
  func answer(_ plain: PlainRequest, by request: TemplatedRequest) -> ByteBuffer? {
    let (known, entry) = (request.known, request.entry)
    let now = now()
    // A user's proof must be checked on each request.
    guard request.own.userId == nil || entry.release.snapshot.app.identity == .named
    else { return nil }
    guard let records = records(of: request),
      let visitor = entry.release.compiled.visitor(
        like: known.visitor, but: request.own, at: now)
    else { return nil }
    metrics.ignored(known.ignored, loggedFor: known.caller.keyOfIgnored, at: now)
    let decided = known.places.map { place in
      let decision = decisions.decide(place.id, for: visitor, records: records, in: entry, at: now)
      decisions.served(
        decision, at: place.counted, to: known.device, in: known.environment, entry, at: now)
      return decision
    }
    let meter = request.route.meter(metrics)
    guard !decided.contains(where: \.isDegraded) else {
      let reply = reply(decided, visitor, to: plain.head, of: request, at: now)
      log.finish(meter, reply.status.code, since: request.start, entry)
      return reply.http1(requestId: entry.requestId, date: dates.text(at: now))
    }
    let age = entry.release.compiled.ageForOffers(of: visitor)
    let answer =
      known.answer(to: decided, age: age, at: now)
      ?? remember(
        templated(decided, visitor, age, to: plain.head, of: request, at: now), in: known)
    let response = request.response(to: plain, of: answer)
    log.finish(meter, response.status, since: request.start, entry)
    return response.http1(
      control: Caching.control(until: answer.validUntil, at: now), requestId: entry.requestId,
      date: dates.text(at: now))
  }

  /// The recorded assignments that could change the response; `nil` if they must be awaited.
  private func records(of request: TemplatedRequest) -> [RecordedAssignment]? {
    let known = request.known
    guard known.needsRecords else { return [] }
    let (userId, anonymousId) = (request.own.userId, request.own.anonymousId)
    guard mayHaveRecords(userId, in: known) || mayHaveRecords(anonymousId, in: known)
    else { return [] }
    let visitor = VisitorIdentity(userId: userId, anonymousId: anonymousId)
    return ledger.cachedAssignments(of: visitor, in: known.environment)?.afterLogin(as: userId)
  }

  private func mayHaveRecords(_ id: String?, in known: ResponseTemplate) -> Bool {
    guard let id else { return false }
    return ledger.mayHaveAssignments(of: id, in: known.environment)
  }

  private func remember(_ answer: TemplatedResponse, in known: ResponseTemplate)
    -> TemplatedResponse
  {
    templates.ofThisLoop.remember(answer, of: known)
    return answer
  }
}

extension FastPathResponder {
  /// The response for every visitor of a shape, whole and as 304.
  private func templated(
    _ decided: [Decision], _ visitor: Visitor, _ age: AttributeValue?, to head: HTTPRequest,
    of request: TemplatedRequest, at now: Timestamp
  ) -> TemplatedResponse {
    let release = request.entry.release
    let answer = answer(decided, visitor, of: request, at: now)
    var head = head
    head.headerFields[.ifNoneMatch] = nil
    let whole = Reply(answer, to: head, release: release.release, at: now)
    let tags =
      request.route != .get
      ? []
      : Caching.tags(
        answer.etag, ContentCoding(for: head),
        hasGzip: answer.body.count >= ContentCoding.threshold)
    let current = tags.map { tag in
      head.headerFields[.ifNoneMatch] = tag
      return (
        tag: Array(tag.utf8),
        response: Reply(answer, to: head, release: release.release, at: now).fixed
      )
    }
    return TemplatedResponse(
      decisions: decided, age: age, since: now, validUntil: answer.validUntil, whole: whole.fixed,
      current: current)
  }

  /// The response to decisions that must not be cached, here or elsewhere.
  private func reply(
    _ decided: [Decision], _ visitor: Visitor, to head: HTTPRequest, of request: TemplatedRequest,
    at now: Timestamp
  ) -> Reply {
    Reply(
      answer(decided, visitor, of: request, at: now), to: head,
      release: request.entry.release.release, at: now)
  }

  private func answer(
    _ decided: [Decision], _ visitor: Visitor, of request: TemplatedRequest, at now: Timestamp
  ) -> PreparedAnswer {
    request.entry.release.answer(
      decided, asked: request.known.asked, for: visitor
    ) { _ in now }
  }
}
