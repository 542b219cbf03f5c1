import PaywallCatalog
import PaywallDecisions
import HTTPTransport
import PaywallAPI

/// What all requests of one shape share in one release: the caller, its key, and the responses so
/// far. Each request is decided anew.
final class ResponseTemplate {
  let placement: String
  let caller: Caller
  let environment: AppStoreEnvironment
  let locale: String?
  /// A visitor of this shape; the ids must be replaced.
  let visitor: Visitor
  /// Counted per request, and not in the response.
  let ignored: IgnoredAttributes
  /// Whether recorded assignments could change the response.
  let needsRecords: Bool
  /// What its decisions are counted by.
  let place: CountedVariants.Place?
  let device: DeviceCode
  private var answers: [TemplatedResponse] = []

  init(_ question: PlacementRoutes.Question, _ caller: Caller, in release: PreparedRelease) {
    placement = question.placement
    self.caller = caller
    environment = question.evaluation.environment
    locale = question.evaluation.locale
    visitor = question.evaluation.visitor
    ignored = question.ignored
    needsRecords = release.compiled.needsRecords(at: question.placement)
    place = release.counted.place(question.placement)
    device = release.counted.device(of: visitor)
  }

  /// The response cached for an equal decision, unless a schedule has changed an offer in it.
  func answer(to decision: Decision, at now: Timestamp) -> TemplatedResponse? {
    answers.first { $0.isFor(decision, at: now) }
  }

  /// Caches one response for each variant shown at the placement, and for each reason why none is.
  ///
  /// - Returns: bytes that it evicted.
  func remember(_ answer: TemplatedResponse) -> Int {
    let bytes = size
    answers.removeAll { !$0.isGood(at: answer.since) }
    if answers.count == Self.capacity { answers.removeFirst() }
    let gone = bytes - size
    answers.append(answer)
    return gone
  }

  private var size: Int { answers.reduce(0) { $0 + $1.size } }

  private static let capacity = 64
}

/// The response to a decision, ready for every visitor of one shape.
final class TemplatedResponse {
  let decision: Decision
  /// When it was rendered.
  let since: Timestamp
  let validUntil: Timestamp?
  let whole: FixedResponse
  /// The 304 responses, by the tag of the caller's copy.
  let current: [(tag: [UInt8], response: FixedResponse)]

  init(
    decision: Decision, since: Timestamp, validUntil: Timestamp?, whole: FixedResponse,
    current: [(tag: [UInt8], response: FixedResponse)]
  ) {
    self.decision = decision
    self.since = since
    self.validUntil = validUntil
    self.whole = whole
    self.current = current
  }

  /// Bytes, roughly.
  var size: Int { whole.head.count + whole.body.count + 2048 }

  func isFor(_ other: Decision, at now: Timestamp) -> Bool {
    isGood(at: now) && decision == other
  }

  /// Whether no schedule has changed an offer in it.
  func isGood(at now: Timestamp) -> Bool {
    since <= now && (validUntil.map { now < $0 } ?? true)
  }
}
