import Catalog
import Decisions

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

  /// A shape meets one answer for each variant that is shown at its placement.
  fileprivate func remember(_ answer: KnownAnswer) {
    if answers.count == Self.capacity { answers.removeFirst() }
    answers.append(answer)
  }

  private static let capacity = 16
}

extension KnownShapes {
  /// Keeps an answer with its shape, as long as all of them have room.
  func remember(_ answer: KnownAnswer, of shape: KnownShape) {
    guard take(answer.size) else { return }
    shape.remember(answer)
  }
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

  /// Bytes, roughly.
  var size: Int { whole.head.count + whole.body.count + 2048 }

  func isFor(_ other: Decision, at now: Timestamp) -> Bool {
    since <= now && (validUntil.map { now < $0 } ?? true) && decision == other
  }
}
