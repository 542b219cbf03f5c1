import PaywallCatalog
import PaywallDecisions
import HTTPTransport
import PaywallAPI

/// What all requests of one shape share in one release: the caller, its key, and the responses so
/// far. Each request is decided anew.
final class ResponseTemplate {
  let asked: AskedPlacements
  /// What is decided, and what each decision is counted by.
  let places: [(id: String, counted: CountedVariants.Place?)]
  let caller: Caller
  let environment: AppStoreEnvironment
  /// A visitor of this shape; what is their own must be replaced.
  let visitor: Visitor
  /// Counted per request, and not in the response.
  let ignored: IgnoredAttributes
  /// Whether recorded assignments could change the response.
  let needsRecords: Bool
  let device: DeviceCode
  private var answers: [TemplatedResponse] = []

  init(_ question: PlacementRoutes.Question, _ caller: Caller, in release: PreparedRelease) {
    asked = question.placements
    let ids = question.placements.ids
    places = ids.map { ($0, release.counted.place($0)) }
    self.caller = caller
    environment = question.evaluation.environment
    visitor = question.evaluation.visitor
    ignored = question.ignored
    needsRecords = ids.contains { release.compiled.needsRecords(at: $0) }
    device = release.counted.device(of: visitor)
  }

  /// The response cached for equal decisions, unless a schedule has changed an offer in it.
  func answer(
    to decisions: [Decision], age: AttributeValue?, at now: Timestamp
  ) -> TemplatedResponse? {
    answers.first { $0.isFor(decisions, age: age, at: now) }
  }

  /// Caches one response for each variant shown at the placements, and for each reason why none is.
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

/// The response to decisions, ready for every visitor of one shape.
final class TemplatedResponse {
  let decisions: [Decision]
  /// Of the visitors, if their offers may depend on it.
  let age: AttributeValue?
  /// When it was rendered.
  let since: Timestamp
  let validUntil: Timestamp?
  let whole: FixedResponse
  /// The 304 responses, by the tag of the caller's copy.
  let current: [(tag: [UInt8], response: FixedResponse)]

  init(
    decisions: [Decision], age: AttributeValue?, since: Timestamp, validUntil: Timestamp?,
    whole: FixedResponse,
    current: [(tag: [UInt8], response: FixedResponse)]
  ) {
    self.decisions = decisions
    self.age = age
    self.since = since
    self.validUntil = validUntil
    self.whole = whole
    self.current = current
  }

  /// Bytes, roughly.
  var size: Int { whole.head.count + whole.body.count + 2048 }

  func isFor(_ others: [Decision], age: AttributeValue?, at now: Timestamp) -> Bool {
    isGood(at: now) && self.age == age && decisions == others
  }

  /// Whether no schedule has changed an offer in it.
  func isGood(at now: Timestamp) -> Bool {
    since <= now && (validUntil.map { now < $0 } ?? true)
  }
}
