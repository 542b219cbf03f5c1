import Catalog
import Decisions
import HTTPTransport

/// What all requests of one shape have in common in one release: the key, the attributes, and the
/// responses that were rendered so far. Every request is decided anew.
final class ResponseTemplate {
  let placement: String
  let caller: Caller
  let environment: AppStoreEnvironment
  let locale: String?
  /// A visitor of this shape, whose ids are replaced by those of the request.
  let visitor: Visitor
  /// Whether recorded assignments could change the decision.
  let needsRecords: Bool
  private var responses: [TemplateResponse] = []

  init(_ question: PlacementRoutes.Question, _ caller: Caller, in release: PreparedRelease) {
    placement = question.placement
    self.caller = caller
    environment = question.asked.environment
    locale = question.asked.locale
    visitor = question.asked.visitor
    needsRecords = release.compiled.needsRecords(at: question.placement)
  }

  /// The response that was rendered for an equal decision, unless a schedule has changed an offer in it
  /// since.
  func response(to decision: Decision, at now: Timestamp) -> TemplateResponse? {
    responses.first { $0.isFor(decision, at: now) }
  }

  /// Keeps a response: one for each variant of the placement, and for each reason to show none.
  ///
  /// - Returns: the bytes of the responses that were removed for it.
  func add(_ response: TemplateResponse) -> Int {
    let bytes = size
    responses.removeAll { !$0.isValid(at: response.since) }
    if responses.count == Self.capacity { responses.removeFirst() }
    let removed = bytes - size
    responses.append(response)
    return removed
  }

  private var size: Int { responses.reduce(0) { $0 + $1.size } }

  private static let capacity = 64
}

/// The rendered response to a decision, for all visitors of one shape.
final class TemplateResponse {
  let decision: Decision
  /// When it was rendered.
  let since: Timestamp
  let validUntil: Timestamp?
  let complete: FixedResponse
  /// 304 for clients that have it, by the entity tag of their copy.
  let notModified: [(tag: [UInt8], response: FixedResponse)]

  init(
    decision: Decision, since: Timestamp, validUntil: Timestamp?, complete: FixedResponse,
    notModified: [(tag: [UInt8], response: FixedResponse)]
  ) {
    self.decision = decision
    self.since = since
    self.validUntil = validUntil
    self.complete = complete
    self.notModified = notModified
  }

  /// Approximate bytes.
  var size: Int { complete.head.count + complete.body.count + 2048 }

  func isFor(_ other: Decision, at now: Timestamp) -> Bool {
    isValid(at: now) && decision == other
  }

  /// Whether no schedule has changed an offer in it since.
  func isValid(at now: Timestamp) -> Bool {
    since <= now && (validUntil.map { now < $0 } ?? true)
  }
}
