import Catalog
import Decisions
import HTTPTypes
import Ledger
import NIOCore
import Subscribers

/// A plain GET of a shape that is known.
struct FamiliarGet {
  let get: PlainGet
  let known: KnownShape
  let entry: RequestScope.Entry
  let start: ContinuousClock.Instant
  let userId: String?
  let anonymousId: String?

  init(
    _ get: PlainGet, _ shape: RequestShape, _ known: KnownShape, _ entry: RequestScope.Entry,
    since start: ContinuousClock.Instant
  ) {
    self.get = get
    self.known = known
    self.entry = entry
    self.start = start
    userId = shape.userId.map(get.text)
    anonymousId = shape.anonymousId.map(get.text)
  }

  /// What of a known answer the caller needs: all of it, or word that their copy is good.
  func response(of answer: KnownAnswer) -> FixedResponse {
    let lists = get.values(of: .ifNoneMatch)
    guard !lists.isEmpty else { return answer.whole }
    let current = answer.current.first { current in
      lists.contains { Caching.tags(get.bytes[$0], contain: current.tag) }
    }
    return current?.response ?? answer.whole
  }
}

extension FrontDoor {
  /// Decides for a visitor who was admitted, and sends what was put together for the last one with
  /// that decision. `nil` if there is more to do; then nothing is decided yet.
  func answer(_ familiar: FamiliarGet) -> ByteBuffer? {
    let (known, entry) = (familiar.known, familiar.entry)
    let now = parts.now()
    // Whether a user is proved is found out for each request.
    guard familiar.userId == nil || entry.release.snapshot.app.identity == .named
    else { return nil }
    guard let records = records(of: familiar),
      let visitor = entry.release.compiled.visitor(
        like: known.visitor, userId: familiar.userId, anonymousId: familiar.anonymousId)
    else { return nil }
    let decision = parts.decide(
      known.placement, for: visitor, records: records, in: entry, at: now)
    guard !decision.isDegraded else {
      let reply = placements.reply(decision, visitor, to: familiar.get.head, of: familiar, at: now)
      finish(parts.metrics.placementGet, reply.status.code, since: familiar.start, entry)
      return reply.http1(requestId: entry.requestId, date: dates.text(at: now))
    }
    let answer =
      known.answer(to: decision, at: now)
      ?? remember(placements.answer(decision, visitor, of: familiar, at: now), in: known)
    let response = familiar.response(of: answer)
    finish(parts.metrics.placementGet, response.status, since: familiar.start, entry)
    return response.http1(
      control: Caching.control(until: answer.validUntil, at: now), requestId: entry.requestId,
      date: dates.text(at: now))
  }

  /// The recorded assignments that could turn the answer; `nil` where they have to be waited for.
  private func records(of familiar: FamiliarGet) -> [RecordedAssignment]? {
    let known = familiar.known
    guard known.needsRecords else { return [] }
    let visitor = VisitorIdentity(
      userId: familiar.userId, anonymousId: familiar.anonymousId)
    guard
      visitor.ids.contains(where: { parts.ledger.mayHaveAssignments(of: $0, in: known.environment) }
      )
    else { return [] }
    return parts.ledger.cachedAssignments(of: visitor, in: known.environment)?
      .afterLogin(as: familiar.userId)
  }

  private func remember(_ answer: KnownAnswer, in known: KnownShape) -> KnownAnswer {
    shapes.mine.remember(answer, of: known)
    return answer
  }
}

extension PlacementRoutes {
  /// The answer to a decision for everybody of a shape, whole and for those who have it.
  fileprivate func answer(
    _ decision: Decision, _ visitor: Visitor, of familiar: FamiliarGet, at now: Timestamp
  ) -> KnownAnswer {
    let release = familiar.entry.release
    let answer = release.answer(
      decision, for: visitor, locale: familiar.known.locale, at: now)
    var head = familiar.get.head
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
    return KnownAnswer(
      decision: decision, since: now, validUntil: answer.validUntil, whole: whole.fixed,
      current: current)
  }

  /// The answer to a decision that nobody may keep, and that is not remembered.
  fileprivate func reply(
    _ decision: Decision, _ visitor: Visitor, to head: HTTPRequest, of familiar: FamiliarGet,
    at now: Timestamp
  ) -> Reply {
    let release = familiar.entry.release
    return Reply(
      release.answer(decision, for: visitor, locale: familiar.known.locale, at: now), to: head,
      release: release.release, at: now)
  }
}
