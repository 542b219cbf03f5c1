package import Ledger
package import PaywallCatalog
package import PaywallSubscribers
import PaywallTextCoding

// What apps and servers tell of visitors, and what is counted of them.
extension StoredLedger {
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

  package func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await write(exposures.map { .id($0.unit.unit, environment) }) {
      try $0.record(exposures, in: environment, at: now)
    }
  }

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

  package func record(_ release: ServedRelease, at now: Timestamp) async throws(LedgerFailure) {
    try await write([.table("timeline")]) { try $0.record(release, at: now) }
  }

  package func keep(
    _ finding: PhaseFinding, of experiment: String, phase: Int, at now: Timestamp
  ) async throws(LedgerFailure) {
    try await write([.table("timeline")]) {
      try $0.keep(finding, of: experiment, phase: phase, at: now)
    }
  }

  package func add(_ batch: CountBatch, at now: Timestamp) async throws(LedgerFailure) -> Appended {
    try await write([.table("counts")]) { try $0.add(batch, at: now) }
  }
}
