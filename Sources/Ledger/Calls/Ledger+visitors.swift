package import PaywallCatalog
import PaywallTextCoding
import Serving

// Reports of apps and servers on visitors, and counts of them.
extension Ledger {
  /// Stores exposures in one transaction: the first of a unit with its assignment, a later one as a
  /// count, a contradicting one as a conflict. The first in production freezes the terms of its
  /// phase; test traffic neither freezes terms nor is checked against them. In the order of the
  /// exposures.
  package func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await write(exposures.map { .id($0.assignment.unit, environment) }) { tables in
      let outcomes = try tables.record(exposures, in: environment, at: now)
      let units = tables.units
      // A record that was here before was found before.
      let ids = zip(exposures, outcomes).compactMap { exposure, outcome in
        let unit = exposure.assignment.unit
        let isOld = outcome == .repeated || outcome == .already
        return isOld && units.mayContain(unit, in: environment) ? nil : UTF8Key(unit)
      }
      try units.insert(findersBy: Set(ids).map(\.text), in: environment, tables)
      return outcomes
    }
  }

  /// Adds an alias: an anonymous id is a user's. The first alias of an anonymous id wins, unless a
  /// stronger voucher names another user. A known user's id cannot be an anonymous id, and a user
  /// has at most 64 aliases. Recorded assignments of different variants under the two ids become a
  /// conflict; if only an app vouches, only those of the anonymous id do.
  package func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AliasOutcome {
    try await write([.id(anonymousId, environment), .id(user, environment)]) { tables in
      let outcome = try tables.alias(
        anonymousId, to: user, vouchedBy: voucher, in: environment, at: now)
      try tables.units.insert(findersBy: [anonymousId], in: environment, tables)
      return outcome
    }
  }

  /// The recorded assignments of a request's ids: those of the user, of the user's anonymous ids
  /// with a strong voucher, and of the anonymous id in the same request unless it is known as a
  /// user's. Each with the unit that it was drawn with. Sorted by unit, then by time.
  package func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedAssignment] {
    if let known = cachedAssignments(of: visitor, in: environment) { return known }
    let cache = assignmentCache
    let version = cache.lastVersion
    let found = try await read(.lookUp) { try $0.assignments(of: visitor, in: environment) }
    cache.store(found, for: AssignmentCache.Key(visitor, in: environment), readAfter: version)
    return found.assignments
  }

  /// Stores what requests with both ids showed, as events: it marks no record. What is known already
  /// costs a read and no write.
  package func record(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) {
    let areNew = try await read(.request) { try $0.areNew(coEnrollments, in: environment) }
    guard areNew else { return }
    let ids = coEnrollments.flatMap { [$0.user.unit, $0.anonymous.unit] }
    try await write(ids.map { .id($0, environment) }) {
      try $0.record(coEnrollments, in: environment, at: now)
    }
  }

  /// Stores exposures of held-out units in one transaction: the first with its details, a later one
  /// as a count. Records no assignment and freezes no terms. In the order of the exposures.
  package func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await write(exposures.map { .id($0.unit.unit, environment) }) {
      try $0.record(exposures, in: environment, at: now)
    }
  }

  /// Stores that the ids and the customer of a request are one person. The first customer who is
  /// seen with an id stays. What is known already costs a read and no write.
  ///
  /// - Returns: one outcome for each id, the user id first; none if the customer is unknown.
  /// - Throws: `severalCustomers` if stored facts show that the purchases belong to different
  ///   customers.
  package func record(
    _ claim: SightingClaim, at now: Timestamp
  ) async throws(LedgerFailure) -> [SightingOutcome] {
    let known = try await read(.request) { try $0.knownOutcomes(of: claim) }
    if let known { return known }
    return try await write(
      claim.visitor.ids.map { .id($0, claim.environment) }
        + LockName.names(of: .identity(claim.customer), claim.environment)
    ) { try $0.record(claim, at: now) }
  }

  /// Stores that a release is in service since `now`: what differs from the last known state.
  /// Repeating it changes nothing. A new override replaces the terms that its phase began with.
  package func record(_ release: ServedRelease, at now: Timestamp) async throws(LedgerFailure) {
    try await write([.table("timeline")]) { try $0.record(release, at: now) }
  }

  /// Keeps what a report found of a phase: a plan unless the phase has one for the same question, a verdict
  /// if it decides otherwise than the one before. A ledger that served no release keeps nothing.
  package func keep(
    _ finding: PhaseFinding, of experiment: String, phase: Int, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await write([.table("timeline")]) {
      try $0.keep(finding, of: experiment, phase: phase, at: now)
    }
  }

  /// Adds a batch of counts. `.already` changed nothing: the process has sent this batch or a later
  /// one before.
  package func add(_ batch: CountBatch, at now: Timestamp) async throws(LedgerFailure) -> Appended {
    try await write([.table("counts")]) { try $0.add(batch, at: now) }
  }

  /// True if anything is recorded under an id, in whichever spelling it was sent: an assignment, as
  /// of a visitor who bought nothing, or only an alias, a sighting, a conflict or a held-out
  /// exposure.
  package func isRecorded(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    for visitor in [VisitorIdentity(userId: id), VisitorIdentity(anonymousId: id)] {
      let found = try await assignments(of: visitor, in: environment)
      guard found.isEmpty else { return true }
    }
    guard try await sightings(ofId: id, in: environment).isEmpty,
      try await conflicts(ofUnit: id, in: environment).isEmpty,
      try await heldOut(ofUnit: id, in: environment).isEmpty
    else { return true }
    for spelling in JoinForm.spellings(of: id) {
      let given = try await givenHistory(of: nil, user: spelling, in: environment)
      guard given == nil else { return true }
    }
    return try await hasAlias(id, in: environment)
  }
}
