import Catalog
import Decisions

/// What is known of all requests of one shape in one release: who asks with whose key, and the
/// answers that were put together so far. Decided is anew for every request.
final class KnownShape {
  let placement: String
  let caller: Caller
  let environment: AppStoreEnvironment
  let unnamed: IgnoredAttributes
  let ignored: IgnoredAttributes
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
    unnamed = question.unnamed
    ignored = question.asked.ignored
    locale = question.asked.locale
    visitor = question.asked.visitor
    needsRecords = release.compiled.needsRecords(at: question.placement)
  }

  /// The answer that was put together for an equal decision, as long as no schedule has changed an
  /// offer in it since.
  func answer(to decision: Decision, at now: Timestamp) -> KnownAnswer? {
    answers.first { $0.isFor(decision, at: now) }
  }

  func remember(_ answer: KnownAnswer) {
    if answers.count == Self.capacity { answers.removeFirst() }
    answers.append(answer)
  }

  /// A shape meets one answer for each variant that is shown at its placement.
  private static let capacity = 16
}

/// The answer to a decision, ready to be sent to everybody of one shape.
struct KnownAnswer {
  let decision: Decision
  /// When it was put together.
  let since: Timestamp
  let validUntil: Timestamp?
  let whole: FixedResponse
  /// For whoever has it already, by the tag of their copy in bytes.
  let current: [(tag: [UInt8], response: FixedResponse)]

  func isFor(_ other: Decision, at now: Timestamp) -> Bool {
    since <= now && (validUntil.map { now < $0 } ?? true) && decision == other
  }
}
