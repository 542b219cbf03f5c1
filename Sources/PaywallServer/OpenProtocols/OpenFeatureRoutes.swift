import HTTPDocuments
import HTTPTransport
import HTTPTypes
import NIOCore
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// Placements by the OpenFeature Remote Evaluation Protocol 0.3: one, or all. Decides, counts and
/// logs like `/v1/placements`, recorded assignments included.
struct OpenFeatureRoutes {
  let assignments: AssignmentReader
  let decisions: DecisionService
  let metrics: ServerMetrics
  let now: @Sendable () -> Timestamp

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.flagEvaluate) { request, context in
      let placement = try context.parameters.decoded("placement")
      do {
        guard context.entry.release.snapshot.hasPlacement(placement) else {
          throw FlagFailure.notFound(placement)
        }
        let body = try await request.body(of: context.caller, context.entry) {
          try EvaluationRequest($0, scope: .one)
        }
        return try await one(placement, body, request, context.caller, context.entry)
      } catch let failure as FlagFailure {
        return failure.response(key: placement)
      }
    }
    visitor.on(.flagsEvaluate) { request, context in
      do {
        let body = try await request.body(of: context.caller, context.entry) {
          try EvaluationRequest($0, scope: .all)
        }
        return try await all(body, request, context.caller, context.entry)
      } catch let failure as FlagFailure {
        return failure.response(key: nil)
      }
    }
  }

  private func one(
    _ placement: String, _ body: EvaluationRequest, _ request: Request, _ caller: Caller,
    _ entry: RequestScope.Entry
  ) async throws -> Response {
    let now = now()
    let evaluation = try await evaluation(body, at: [placement], request, caller, entry, now)
    var json = AnswerBytes(capacity: 1024)
    _ = entry.release.write(
      flag(placement, evaluation, entry, now), for: evaluation,
      ignored: ignored(in: evaluation, for: caller), at: now, in: &json)
    return Response(
      momentary: json.bytes, release: entry.release.release,
      variesByLanguage: evaluation.visitor.language.isImplied)
  }

  private func all(
    _ body: EvaluationRequest, _ request: Request, _ caller: Caller,
    _ entry: RequestScope.Entry
  ) async throws -> Response {
    let now = now()
    let placements = body.placements ?? entry.release.placementIds
    try entry.charge(placements: placements.count, caller)
    let known = placements.filter(entry.release.snapshot.hasPlacement)
    let evaluation = try await evaluation(body, at: known, request, caller, entry, now)
    var json = AnswerBytes(capacity: 1024 * (known.count + 1))
    var isDegraded = false
    json.raw("{\"flags\":[")
    for (index, placement) in placements.enumerated() {
      if index > 0 { json.raw(",") }
      guard entry.release.snapshot.hasPlacement(placement) else {
        json.raw(FlagFailure.notFound(placement).content(key: placement).json)
        continue
      }
      let flag = flag(placement, evaluation, entry, now)
      if entry.release.write(flag, for: evaluation, at: now, in: &json) { isDegraded = true }
    }
    json.raw("]")
    if let ignored = ignored(in: evaluation, for: caller) {
      json.raw(",\"metadata\":{\"ignored\":")
      json.string(ignored)
      json.raw("}")
    }
    json.raw("}")
    let varies = evaluation.visitor.language.isImplied
    guard !isDegraded else {
      return Response(
        momentary: json.bytes, release: entry.release.release, variesByLanguage: varies)
    }
    var response = response(json.bytes, to: request, entry)
    if varies { response.headers[.vary] = "Accept-Language" }
    return response
  }

  private func evaluation(
    _ body: EvaluationRequest, at placements: [String], _ request: Request, _ caller: Caller,
    _ entry: RequestScope.Entry, _ now: Timestamp
  ) async throws -> EvaluationContext {
    metrics.ignored(
      IgnoredAttributes(unnamed: body.ignored), loggedFor: caller.keyOfIgnored, at: now)
    var attributes = body.attributes
    LanguageAttributes.add(languages(inQueryOf: request.head, entry), to: &attributes)
    return try await EvaluationContext(
      attributes, from: caller, proof: request.headers[.xUserProof], in: entry, metrics,
      impliedBy: request.head, at: now
    )
    .withRecords(at: placements, in: entry, from: assignments, at: now)
  }

  private func languages(
    inQueryOf head: HTTPRequest, _ entry: RequestScope.Entry
  ) -> [String: RawAttribute] {
    let query = try? AttributeQuery(of: head, schema: entry.release.snapshot.schema)
    return query?.attributes.filter { LanguageAttributes.lists.contains($0.key) } ?? [:]
  }

  /// The protocol has no place for a list.
  private func ignored(in evaluation: EvaluationContext, for caller: Caller) -> String? {
    caller.isToldOfIgnored ? evaluation.ignored.phrase : nil
  }

  private func flag(
    _ placement: String, _ evaluation: EvaluationContext, _ entry: RequestScope.Entry,
    _ now: Timestamp
  ) -> Flag {
    let decision = decisions.serve(placement, for: evaluation, in: entry, at: now)
    return Flag(
      decision: decision,
      reason: FlagReason(
        decision, in: entry.release.snapshot,
        isPlain: entry.release.plainPlacements.contains(placement), at: now))
  }
}

// The tag of a bulk response is a digest of all of it. Another context, record or moment changes
// the tag.
extension OpenFeatureRoutes {
  /// For a POST whose `If-None-Match` matches, OFREP wants 304; HTTP has 412.
  private func response(
    _ body: [UInt8], to request: Request, _ entry: RequestScope.Entry
  ) -> Response {
    let etag = EncodedBody.tag(of: body)
    let isCurrent = Caching.isCurrent(etag, for: request.head) && !isNewer(request, than: etag)
    var response =
      isCurrent
      ? Response(
        status: .notModified,
        headers: [.xPaywallRelease: entry.release.release, .cacheControl: "no-store"])
      : entry.response(momentary: body)
    response.headers[.eTag] = etag
    return response
  }

  /// True if the caller heard of another configuration: it then wants the flags, not a 304. This
  /// server sends no date, so any date is from elsewhere.
  private func isNewer(_ request: Request, than etag: String) -> Bool {
    guard request.queryItem("flagConfigLastModified") == nil else { return true }
    guard let told = request.queryItem("flagConfigEtag") else { return false }
    let value = told.utf8.starts(with: "W/".utf8) ? told.dropFirst(2) : told[...]
    let isQuote = { (byte: UInt8) in byte == UInt8(ascii: "\"") }
    return !value.utf8.filter { !isQuote($0) }.elementsEqual(etag.utf8.filter { !isQuote($0) })
  }
}
