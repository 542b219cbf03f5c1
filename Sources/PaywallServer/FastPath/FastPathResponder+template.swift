import PaywallCatalog
import PaywallDecisions
import HTTPTransport
import HTTPTypes
import Ledger
import NIOCore
import PaywallSubscribers

/// A plain GET whose shape has a template.
struct TemplatedGet {
  let get: PlainRequest
  let known: ResponseTemplate
  let entry: RequestScope.Entry
  let start: ContinuousClock.Instant
  let userId: String?
  let anonymousId: String?

  init(
    _ get: PlainRequest, _ shape: RequestShape, _ known: ResponseTemplate,
    _ entry: RequestScope.Entry,
    since start: ContinuousClock.Instant
  ) {
    self.get = get
    self.known = known
    self.entry = entry
    self.start = start
    userId = shape.userId.map(get.text)
    anonymousId = shape.anonymousId.map(get.text)
  }

  /// The full response, or 304 if the caller's copy is current.
  func response(of answer: TemplatedResponse) -> FixedResponse {
    let lists = get.values(of: .ifNoneMatch)
    guard !lists.isEmpty else { return answer.whole }
    let current = answer.current.first { current in
      lists.contains { Caching.tags(get.bytes[$0], contain: current.tag) }
    }
    return current?.response ?? answer.whole
  }
}

extension FastPathResponder {
  /// Decides for an admitted visitor, and sends the response cached for an equal decision. `nil` if
  /// there is more to do; then nothing is decided yet.
  func answer(_ request: TemplatedGet) -> ByteBuffer? {
    let (known, entry) = (request.known, request.entry)
    let now = now()
    // A user's proof must be checked on each request.
    guard request.userId == nil || entry.release.snapshot.app.identity == .named
    else { return nil }
    guard let records = records(of: request),
      let visitor = entry.release.compiled.visitor(
        like: known.visitor, userId: request.userId, anonymousId: request.anonymousId)
    else { return nil }
    metrics.ignored(known.ignored, loggedFor: known.caller.keyOfIgnored, at: now)
    let decision = decisions.decide(
      known.placement, for: visitor, records: records, in: entry, at: now)
    decisions.served(
      decision, at: known.place, to: known.device, in: known.environment, entry, at: now)
    guard !decision.isDegraded else {
      let reply = reply(decision, visitor, to: request.get.head, of: request, at: now)
      log.finish(metrics.placementGet, reply.status.code, since: request.start, entry)
      return reply.http1(requestId: entry.requestId, date: dates.text(at: now))
    }
    let answer =
      known.answer(to: decision, at: now)
      ?? remember(templated(decision, visitor, of: request, at: now), in: known)
    let response = request.response(of: answer)
    log.finish(metrics.placementGet, response.status, since: request.start, entry)
    return response.http1(
      control: Caching.control(until: answer.validUntil, at: now), requestId: entry.requestId,
      date: dates.text(at: now))
  }

  /// The recorded assignments that could change the response; `nil` if they must be awaited.
  private func records(of request: TemplatedGet) -> [RecordedAssignment]? {
    let known = request.known
    guard known.needsRecords else { return [] }
    let visitor = VisitorIdentity(
      userId: request.userId, anonymousId: request.anonymousId)
    guard
      visitor.ids.contains(where: { ledger.mayHaveAssignments(of: $0, in: known.environment) })
    else { return [] }
    return ledger.cachedAssignments(of: visitor, in: known.environment)?
      .afterLogin(as: request.userId)
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
    _ decision: Decision, _ visitor: Visitor, of request: TemplatedGet, at now: Timestamp
  ) -> TemplatedResponse {
    let release = request.entry.release
    let answer = release.answer(
      decision, for: visitor, locale: request.known.locale, at: now)
    var head = request.get.head
    head.headerFields[.ifNoneMatch] = nil
    let whole = Reply(answer, to: head, release: release.release, at: now)
    let tags = Caching.tags(
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
      decision: decision, since: now, validUntil: answer.validUntil, whole: whole.fixed,
      current: current)
  }

  /// The response to a decision that must not be cached, here or elsewhere.
  private func reply(
    _ decision: Decision, _ visitor: Visitor, to head: HTTPRequest, of request: TemplatedGet,
    at now: Timestamp
  ) -> Reply {
    let release = request.entry.release
    return Reply(
      release.answer(decision, for: visitor, locale: request.known.locale, at: now), to: head,
      release: release.release, at: now)
  }
}
