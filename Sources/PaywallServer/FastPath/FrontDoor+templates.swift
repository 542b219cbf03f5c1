import Catalog
import Decisions
import HTTPTransport
import HTTPTypes
import Ledger
import NIOCore
import Subscribers

/// A plain GET whose shape has a template.
struct TemplateRequest {
  let get: PlainGet
  let template: ResponseTemplate
  let entry: RequestScope.Entry
  let start: ContinuousClock.Instant
  let userId: String?
  let anonymousId: String?

  init(
    _ get: PlainGet, _ shape: RequestShape, _ template: ResponseTemplate,
    _ entry: RequestScope.Entry,
    since start: ContinuousClock.Instant
  ) {
    self.get = get
    self.template = template
    self.entry = entry
    self.start = start
    userId = shape.userId.map(get.text)
    anonymousId = shape.anonymousId.map(get.text)
  }

  /// The complete response, or 304 if the client has it.
  func response(of answer: TemplateResponse) -> FixedResponse {
    let lists = get.values(of: .ifNoneMatch)
    guard !lists.isEmpty else { return answer.complete }
    let current = answer.notModified.first { current in
      lists.contains { Caching.tags(get.bytes[$0], contain: current.tag) }
    }
    return current?.response ?? answer.complete
  }
}

extension FrontDoor {
  /// Decides for the visitor, and responds with what was rendered for an equal decision before. `nil`
  /// if the template is not enough; then nothing is decided yet.
  func response(to request: TemplateRequest) -> ByteBuffer? {
    let (template, entry) = (request.template, request.entry)
    let now = parts.now()
    // The proof of a user id is checked for each request.
    guard request.userId == nil || entry.release.snapshot.app.identity == .named
    else { return nil }
    guard let records = records(of: request),
      let visitor = entry.release.compiled.visitor(
        like: template.visitor, userId: request.userId, anonymousId: request.anonymousId)
    else { return nil }
    let decision = parts.decide(
      template.placement, for: visitor, records: records, in: entry, at: now)
    guard !decision.isDegraded else {
      let reply = placements.reply(decision, visitor, to: request.get.head, of: request, at: now)
      finish(parts.metrics.placementGet, reply.status.code, since: request.start, entry)
      return reply.http1(requestId: entry.requestId, date: dates.text(at: now))
    }
    let answer =
      template.response(to: decision, at: now)
      ?? add(placements.answer(decision, visitor, of: request, at: now), to: template)
    let response = request.response(of: answer)
    finish(parts.metrics.placementGet, response.status, since: request.start, entry)
    return response.http1(
      control: Caching.control(until: answer.validUntil, at: now), requestId: entry.requestId,
      date: dates.text(at: now))
  }

  /// The recorded assignments that could change the decision; `nil` if they are not in memory.
  private func records(of request: TemplateRequest) -> [RecordedAssignment]? {
    let template = request.template
    guard template.needsRecords else { return [] }
    let visitor = VisitorIdentity(
      userId: request.userId, anonymousId: request.anonymousId)
    guard
      visitor.ids.contains(where: {
        parts.ledger.mayHaveAssignments(of: $0, in: template.environment)
      }
      )
    else { return [] }
    return parts.ledger.rememberedAssignments(of: visitor, in: template.environment)?
      .afterLogin(as: request.userId)
  }

  private func add(_ answer: TemplateResponse, to template: ResponseTemplate) -> TemplateResponse {
    templates.current.add(answer, to: template)
    return answer
  }
}

extension PlacementRoutes {
  /// The response to a decision for all visitors of a shape, complete and as 304.
  fileprivate func answer(
    _ decision: Decision, _ visitor: Visitor, of request: TemplateRequest, at now: Timestamp
  ) -> TemplateResponse {
    let release = request.entry.release
    let answer = release.answer(
      decision, for: visitor, locale: request.template.locale, at: now)
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
    return TemplateResponse(
      decision: decision, since: now, validUntil: answer.validUntil, complete: whole.fixed,
      notModified: current)
  }

  /// The response to a decision that may not be cached.
  fileprivate func reply(
    _ decision: Decision, _ visitor: Visitor, to head: HTTPRequest, of request: TemplateRequest,
    at now: Timestamp
  ) -> Reply {
    let release = request.entry.release
    return Reply(
      release.answer(decision, for: visitor, locale: request.template.locale, at: now), to: head,
      release: release.release, at: now)
  }
}
