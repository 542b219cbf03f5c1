import Catalog
import Decisions
import HTTPTransport

/// What is known of all requests of one shape in one release: who asks with whose key, and the
/// answers that were put together so far. Decided is anew for every request.
final class KnownShape {
  let placement: String
  let caller: Caller
  let environment: AppStoreEnvironment
  let locale: String?
  /// Somebody of this shape; their ids are to be replaced.
  let visitor: Visitor
  /// Whether somebody's recorded assignments could turn the answer.
  let needsRecords: Bool
  private var answers: [KnownAnswer] = []

  init(_ question: PlacementRoutes.Question, _ caller: Caller, in release: PreparedRelease) {
    placement = question.placement
    self.caller = caller
    environment = question.asked.environment
    locale = question.asked.locale
    visitor = question.asked.visitor
    needsRecords = release.compiled.needsRecords(at: question.placement)
  }

  /// The answer that was put together for an equal decision, as long as no schedule has changed an
  /// offer in it since.
  func answer(to decision: Decision, at now: Timestamp) -> KnownAnswer? {
    answers.first { $0.isFor(decision, at: now) }
  }

  /// A shape meets one answer for each variant that is shown at its placement, and for each reason
  /// why none is.
  ///
  /// - Returns: bytes of what had to go.
  func remember(_ answer: KnownAnswer) -> Int {
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

/// The answer to a decision, ready to be sent to everybody of one shape.
final class KnownAnswer {
  let decision: Decision
  /// When it was put together.
  let since: Timestamp
  let validUntil: Timestamp?
  let whole: FixedResponse
  /// For whoever has it already, by the tag of their copy in bytes.
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

  /// As long as no schedule has changed an offer in it.
  func isGood(at now: Timestamp) -> Bool {
    since <= now && (validUntil.map { now < $0 } ?? true)
  }
}
