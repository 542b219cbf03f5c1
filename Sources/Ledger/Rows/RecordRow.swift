package import Catalog
package import Subscribers
package import TextCoding

/// A recorded assignment with what its unit was exposed to.
package struct RecordRow: Hashable, Sendable {
  package var assignment: RecordedAssignment
  /// The person has seen two variants of the phase: left out of its results, for good.
  package var isConflict: Bool
  /// It is a conflict by what an app alone claimed.
  package var isContested: Bool
  /// 0 while the assignment is only known by a grant.
  package var exposures: Int
  /// When the first exposure came.
  package var exposedAt: Timestamp?
  /// When the earliest exposure was rendered, as the app says.
  package var renderedAt: Timestamp?
  /// Where that was.
  package var placement: String?
  package var isHeldOut: Bool
  /// As what its id was sent; a user's id stays one. `nil` if nobody knows, as of rows that are older
  /// than the question.
  package private(set) var sentAs: IdOrigin?

  package init(
    _ assignment: RecordedAssignment, sentAs: IdOrigin? = nil, isConflict: Bool = false,
    isContested: Bool = false, exposures: Int = 0,
    exposedAt: Timestamp? = nil, renderedAt: Timestamp? = nil, placement: String? = nil,
    isHeldOut: Bool = false
  ) {
    self.assignment = assignment
    self.sentAs = sentAs
    self.isConflict = isConflict
    self.isContested = isContested
    self.exposures = exposures
    self.exposedAt = exposedAt
    self.renderedAt = renderedAt
    self.placement = placement
    self.isHeldOut = isHeldOut
  }

  /// Whose id it was drawn with, as far as it is known.
  package var origin: IdOrigin? {
    switch assignment.unitKind {
    case .userId: .userId
    case .anonymousId: sentAs ?? .anonymousId
    case .visitor: sentAs
    }
  }

  /// Anybody can have made it who called the id anonymous: it is no record of a user with that id.
  package var isOnlyAnonymous: Bool {
    sentAs == .anonymousId || sentAs == nil && assignment.unitKind == .anonymousId
  }

  /// Learns that its id is a user's. That it was sent as an anonymous one proves nothing later:
  /// anybody can send a user's id so.
  ///
  /// - Returns: whether it is news.
  package mutating func sent(as origin: IdOrigin?) -> Bool {
    guard origin == .userId, sentAs != .userId else { return false }
    sentAs = .userId
    return true
  }

  /// Counts an exposure. Whatever the order in which several come, they come to the same.
  package mutating func add(_ exposure: Exposure, at now: Timestamp) {
    exposures += 1
    exposedAt = min(exposedAt ?? now, now)
    isHeldOut = isHeldOut || exposure.isHeldOut
    let rendered = min(exposure.renderedAt, now)
    if let renderedAt, renderedAt <= rendered { return }
    renderedAt = rendered
    placement = exposure.placement
  }
}

/// By what recorded assignments of one environment are told apart.
package struct RecordKey: Hashable, Sendable {
  package let experiment: UTF8Key
  package let phase: Int
  package let unit: UTF8Key
  package let unitKind: Unit

  package init(_ assignment: RecordedAssignment) {
    experiment = UTF8Key(assignment.experiment)
    phase = assignment.phase
    unit = UTF8Key(assignment.unit)
    unitKind = assignment.unitKind
  }
}
