package import Catalog
import Subscribers

extension LedgerTables {
  /// Keeps exposures, in their order.
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
    let digest = try hash(of: exposure.name(in: environment))
    guard try !isNoted(exposure: digest, period: period) else { return .already }
    guard try beganWith(exposure.terms, exposure.assignment, in: environment) else {
      return .termsChanged
    }
    try note(exposure: digest, period: period)

    let held = try record(like: key, in: environment)
    var row = held ?? RecordRow(exposure.assignment)
    let isSame = Exact(row.assignment.variant) == Exact(exposure.assignment.variant)
    let isConfirmed = isSame && !exposure.contradicts
    let isFirst = row.exposures == 0
    if isConfirmed { row.add(exposure, at: now) } else { row.isConflict = true }
    try put(row, in: environment)
    if isConfirmed { try freeze(exposure.terms, exposure.assignment, in: environment, at: now) }
    let isTorn = try held == nil && markConflicts(around: key.unit.text, in: environment)
    if !isConfirmed || isTorn { return .conflict }
    return isFirst ? .recorded : .repeated
  }

  /// Records an assignment without an exposure, as with a grant: the first one of its experiment,
  /// phase and unit stays.
  mutating func record(
    _ assignment: RecordedAssignment, terms: FrozenTerms?, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    guard try beganWith(terms, assignment, in: environment) else { return }
    try freeze(terms, assignment, in: environment, at: now)
    guard try record(like: RecordKey(assignment), in: environment) == nil else { return }
    try put(RecordRow(assignment), in: environment)
    _ = try markConflicts(around: assignment.unit, in: environment)
  }

  /// Whether the phase has no terms yet, or these. Test traffic is held to none.
  private func beganWith(
    _ terms: FrozenTerms?, _ assignment: RecordedAssignment, in environment: AppStoreEnvironment
  ) throws -> Bool {
    guard environment == .production, let terms,
      let earlier = try self.terms(of: assignment.experiment, phase: assignment.phase)
    else { return true }
    return terms.differences(from: earlier).isEmpty
  }

  /// Keeps the terms with which a phase enrols its first visitor. Test traffic freezes nothing.
  private mutating func freeze(
    _ terms: FrozenTerms?, _ assignment: RecordedAssignment, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws {
    guard environment == .production, let terms,
      try self.terms(of: assignment.experiment, phase: assignment.phase) == nil
    else { return }
    try keep(
      PhaseTerms(
        experiment: assignment.experiment, phase: assignment.phase, terms: terms, frozenAt: now))
  }
}

extension Exposure {
  /// By which it is known to be here: the app's id, of this unit in this phase. Ids that an app gives
  /// twice, to two people, are two.
  fileprivate func name(in environment: AppStoreEnvironment) -> String {
    let parts = [
      environment.rawValue, assignment.experiment, "\(assignment.phase)",
      assignment.unitKind.rawValue, assignment.unit, id,
    ]
    return "exposure" + parts.map { "/\($0.utf8.count):\($0)" }.joined()
  }
}

extension Timestamp {
  /// 30 days; ids of exposures are remembered for the one in which they came and the next.
  fileprivate var exposurePeriod: Int64 {
    let length = 30 * Timestamp.day
    return milliseconds >= 0 ? milliseconds / length : (milliseconds + 1) / length - 1
  }
}
