package import Catalog
import Subscribers
import TextCoding

extension LedgerTables {
  /// Stores exposures, in their order.
  package mutating func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> [ExposureOutcome] {
    try prune(exposuresBefore: now.exposurePeriod - 1)
    return try exposures.map { try record($0, in: environment, at: now) }
  }

  private mutating func record(
    _ exposure: Exposure, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> ExposureOutcome {
    let (key, period) = (RecordKey(exposure.assignment), now.exposurePeriod)
    guard try !isUserSentAsAnonymous(key.unit.text, exposure.origin, in: environment) else {
      return .knownUser
    }
    let digest = try hash(of: exposure.name(in: environment))
    guard try !isNoted(exposure: digest, period: period) else { return .already }
    let terms = try compare(exposure.terms, of: exposure.assignment, in: environment)
    guard terms != .others else { return .termsChanged }
    try note(exposure: digest, period: period)

    let held = try heldRecord(like: key, sentAs: exposure.origin, in: environment)
    var row = held ?? RecordRow(exposure.assignment, sentAs: exposure.origin)
    let isNewlyUsers = row.sent(as: exposure.origin)
    let isSame = UTF8Key(row.assignment.variant) == UTF8Key(exposure.assignment.variant)
    let isConfirmed = isSame && !exposure.contradicts
    let isFirst = row.exposures == 0
    let earlier = row
    if isConfirmed {
      if isFirst {
        row.details = try numbers(of: exposure.details)
        row.cellDay = now.dayNumber
      }
      row.add(exposure, at: now)
    } else {
      row.isConflict = true
      try note(
        ConflictEvent(exposure, contradicting: row.assignment, at: now), in: environment)
    }
    if held == nil {
      try add(row, in: environment)
    } else {
      try update(row, isNewlyUsers: isNewlyUsers, in: environment)
    }
    if isConfirmed {
      try count(exposure, at: now, after: earlier, in: environment)
      try freeze(terms, of: exposure.assignment, at: now)
    }
    if isConfirmed, isFirst {
      try freezeCovariates(of: row, at: exposure, in: environment)
      try countPerson(of: row, exposure.details, in: environment)
    }
    if held == nil {
      try markConflicts(around: key.unit.text, in: environment, at: now)
      if try record(like: key, in: environment)?.isConflict ?? false { return .conflict }
    }
    guard isConfirmed else { return .conflict }
    return isFirst ? .recorded : .repeated
  }

  /// Whether an id was sent as an anonymous one although it is known as a user's. Such an exposure
  /// is ignored.
  private func isUserSentAsAnonymous(
    _ unit: String, _ origin: IdOrigin?, in environment: AppStoreEnvironment
  ) throws -> Bool {
    try origin == .anonymousId && isUser(unit, in: environment)
  }

  /// The record of a key. A record made only by an anonymous visitor with this id is deleted when
  /// the user with this id appears, and the user's own record begins.
  private mutating func heldRecord(
    like key: RecordKey, sentAs origin: IdOrigin?, in environment: AppStoreEnvironment
  ) throws -> RecordRow? {
    guard let held = try record(like: key, in: environment) else { return nil }
    guard origin == .userId, key.unitKind == .visitor, held.isOnlyAnonymous else { return held }
    try uncountPerson(of: held, in: environment)
    try removeRecord(like: key, in: environment)
    try removeConflicts(like: key, in: environment)
    try removeCovariates(of: key, in: environment)
    return nil
  }

  /// Records an assignment without an exposure, for a grant: the first of its experiment, phase and
  /// unit stays.
  mutating func record(
    _ assignment: RecordedAssignment, from origin: IdOrigin?, terms: FrozenTerms?,
    in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    guard try !isUserSentAsAnonymous(assignment.unit, origin, in: environment) else { return }
    let terms = try compare(terms, of: assignment, in: environment)
    guard terms != .others else { return }
    try freeze(terms, of: assignment, at: now)
    let key = RecordKey(assignment)
    if var held = try heldRecord(like: key, sentAs: origin, in: environment) {
      guard held.sent(as: origin) else { return }
      return try update(held, isNewlyUsers: true, in: environment)
    }
    try add(RecordRow(assignment, sentAs: origin), in: environment)
    try markConflicts(around: assignment.unit, in: environment, at: now)
  }

  /// Test traffic is not checked against terms, and freezes none.
  private func compare(
    _ terms: FrozenTerms?, of assignment: RecordedAssignment, in environment: AppStoreEnvironment
  ) throws -> TermsComparison {
    guard environment == .production, let terms else { return .none }
    let text = terms.text
    guard let kept = try termsText(of: assignment.experiment, phase: assignment.phase) else {
      // Store no text that cannot be read back: every later exposure would be refused.
      return FrozenTerms(text: text) == terms && !terms.terms.isEmpty ? .first(terms) : .none
    }
    if kept.utf8.elementsEqual(text.utf8) { return .same }
    guard let earlier = FrozenTerms(text: kept) else {
      throw LedgerFailure.unavailable("unreadable terms of \(assignment.experiment)")
    }
    return terms.differences(from: earlier).isEmpty ? .same : .others
  }

  private mutating func freeze(
    _ terms: TermsComparison, of assignment: RecordedAssignment, at now: Timestamp
  ) throws {
    guard case .first(let terms) = terms else { return }
    try keep(
      PhaseTerms(
        experiment: assignment.experiment, phase: assignment.phase, terms: terms, frozenAt: now))
  }
}

/// The terms of the running configuration, compared with those that the phase began with.
private enum TermsComparison: Equatable {
  /// Nothing to compare with, and nothing to store.
  case none
  /// The phase has none yet.
  case first(FrozenTerms)
  case same
  case others
}

extension Exposure {
  /// The key by which a repeated exposure is recognised: the app's id together with unit and phase.
  /// An id that an app uses for two people counts twice, as does one sent by an anonymous visitor
  /// with a user's id.
  fileprivate func name(in environment: AppStoreEnvironment) -> String {
    let parts = [
      environment.rawValue, assignment.experiment, "\(assignment.phase)",
      assignment.unitKind.rawValue, assignment.unit, id,
    ]
    return (origin == .userId ? "user's exposure" : "exposure")
      + parts.map { "/\($0.utf8.count):\($0)" }.joined()
  }
}

extension Timestamp {
  /// 30 days; ids of exposures are remembered for the period in which they came and the next.
  fileprivate var exposurePeriod: Int64 {
    let length = 30 * Timestamp.day
    return milliseconds >= 0 ? milliseconds / length : (milliseconds + 1) / length - 1
  }
}
