package import PaywallCatalog
import PaywallTextCoding
import Serving

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
    let terms: TermsComparison
    switch try admit(exposure, in: environment, at: now) {
    case .refused(let outcome): return outcome
    case .accepted(let compared): terms = compared
    }
    let held = try heldRecord(like: exposure.key, sentAs: exposure.origin, in: environment)
    let row = held ?? RecordRow(assignment: exposure.assignment, sentAs: exposure.origin)
    let isConfirmed = row.isConfirmed(by: exposure)
    if isConfirmed {
      try add(exposure, to: row, isNew: held == nil, in: environment, at: now)
      try freeze(terms, of: exposure.key, at: now)
    } else {
      try contradict(row, by: exposure, isNew: held == nil, in: environment, at: now)
    }
    if held == nil, try markConflicts(around: exposure.assignment.unit, in: environment, at: now),
      try record(like: exposure.key, in: environment)?.isConflict ?? false
    {
      return .conflict
    }
    guard isConfirmed else { return .conflict }
    guard row.exposures == 0 else { return .repeated }
    if !exposure.isHeldOut, try wants([.experimentEnrolled]) {
      try noteWebhook(WebhookEvent(exposure, in: environment, at: now), at: now)
    }
    return .recorded
  }

  /// Counts an exposure to the recorded variant; the first one brings what results need.
  private mutating func add(
    _ exposure: Exposure, to record: RecordRow, isNew: Bool, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    let isFirst = record.exposures == 0
    var row = record
    if isFirst {
      row.details = try numbers(of: exposure.details)
      row.cellDay = now.dayNumber
    }
    row.add(exposure, at: now)
    try write(row, sentAs: exposure.origin, isNew: isNew, in: environment)
    try count(exposure, at: now, after: record, in: environment)
    guard let moment = row.renderedAt else { return }
    guard isFirst else {
      guard let before = record.renderedAt, moment < before else { return }
      return try moveCovariates(of: exposure.key, before: moment, in: environment)
    }
    try freezeCovariates(
      of: exposure.key, sentAs: exposure.origin, before: moment,
      daysSinceInstall: exposure.details.daysSinceInstall, in: environment)
    try countPerson(of: row, exposure.details, in: environment)
  }

  /// Marks a record whose unit was shown another variant.
  private mutating func contradict(
    _ record: RecordRow, by exposure: Exposure, isNew: Bool, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    try note(ConflictEvent(exposure, contradicting: record.assignment, at: now), in: environment)
    let row = with(record) { $0.isConflict = true }
    try write(row, sentAs: exposure.origin, isNew: isNew, in: environment)
  }

  private mutating func write(
    _ record: RecordRow, sentAs origin: IdOrigin?, isNew: Bool, in environment: AppStoreEnvironment
  ) throws {
    var row = record
    let isNewlyUsers = row.sent(as: origin)
    guard !isNew else { return try add(row, in: environment) }
    try update(row, isNewlyUsers: isNewlyUsers, in: environment)
  }

  /// The record of a key. A record made only by an anonymous visitor with this id is deleted when
  /// the user with this id appears, and the user's own record begins.
  private mutating func heldRecord(
    like key: RecordKey, sentAs origin: IdOrigin?, in environment: AppStoreEnvironment
  ) throws -> RecordRow? {
    guard let held = try record(like: key, in: environment) else { return nil }
    guard origin == .userId, key.unitKind == .visitor, held.isOnlyAnonymous else { return held }
    try uncountPerson(of: held, in: environment)
    try remove(.records, like: key, in: environment)
    try removeConflicts(like: key, in: environment)
    try remove(.covariates, like: key, in: environment)
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
    let key = RecordKey(assignment)
    let terms = try compare(terms, of: key, in: environment)
    guard terms != .others else { return }
    try freeze(terms, of: key, at: now)
    if var held = try heldRecord(like: key, sentAs: origin, in: environment) {
      guard held.sent(as: origin) else { return }
      return try update(held, isNewlyUsers: true, in: environment)
    }
    try add(RecordRow(assignment: assignment, sentAs: origin), in: environment)
    try markConflicts(around: assignment.unit, in: environment, at: now)
  }
}

extension RecordRow {
  /// Whether an exposure was to the recorded variant.
  fileprivate func isConfirmed(by exposure: Exposure) -> Bool {
    assignment.variant.hasSameUTF8(as: exposure.assignment.variant) && !exposure.contradicts
  }
}
