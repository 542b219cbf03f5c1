package import PaywallCatalog
import PaywallTextCoding
import Serving

/// The rows of held-out units, apart from recorded assignments: they have no variant, enrol no one
/// and freeze no terms.
package protocol HeldOutTables {
  func heldOut(like key: RecordKey, in environment: AppStoreEnvironment) throws -> HeldOutRow?
  /// Writes a row; of one that is there everything but its unit and the details.
  mutating func put(_ row: HeldOutRow, in environment: AppStoreEnvironment) throws
  /// In any order. Reads every row.
  func heldOutRows(of phase: PhaseKey) throws -> [HeldOutRow]
  /// The people who have these rows of a phase, with their records and rows of this phase alone. An
  /// implementation should use a few queries for all of them.
  func people(of rows: [HeldOutRow], in phase: PhaseKey) throws -> any PersonTables
}

extension LedgerTables {
  /// Stores exposures of held-out units, in their order.
  package mutating func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> [ExposureOutcome] {
    try prune(exposuresBefore: now.exposurePeriod - 1)
    return try exposures.map { try record($0, in: environment, at: now) }
  }

  private mutating func record(
    _ exposure: HeldOutExposure, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> ExposureOutcome {
    let own = try heldOut(like: exposure.key, in: environment)
    if own?.sentAs == .userId, exposure.origin == .anonymousId { return .knownUser }
    if case .refused(let outcome) = try admit(exposure, in: environment, at: now) {
      return outcome
    }
    let isReplaced = own?.isReplaced(by: exposure) ?? false
    if isReplaced, let own {
      try removePerson(from: cell(of: own, in: environment))
      try remove(.heldOut, like: exposure.key, in: environment)
      try remove(.covariates, like: exposure.key, in: environment)
    }
    let held = isReplaced ? nil : own
    if let held = try held ?? heldOutBeforeLogin(exposure, in: environment) {
      try put(with(held) { $0.add(exposure, at: now) }, in: environment)
      return .heldOut
    }
    let row = HeldOutRow(exposure, try numbers(of: exposure.details), at: now)
    try put(row, in: environment)
    try freezeCovariates(
      of: exposure.key, sentAs: exposure.origin, before: row.renderedAt,
      daysSinceInstall: exposure.details.daysSinceInstall, in: environment)
    try addPerson(to: cell(of: row, in: environment))
    return .heldOut
  }

  /// The row that a user has from an anonymous id, by the rule for recorded assignments: of an id
  /// that is surely the user's, or of the id in the same request.
  private func heldOutBeforeLogin(
    _ exposure: HeldOutExposure, in environment: AppStoreEnvironment
  ) throws -> HeldOutRow? {
    guard exposure.origin == .userId, exposure.unit.unitKind == .visitor else { return nil }
    var ids = try person(of: exposure.unit.unit, in: environment).anonymousIds
    if let id = exposure.anonymousId, try !isUser(id, in: environment) { ids.append(id) }
    let keys = ids.map { id in RecordKey(with(exposure.unit) { $0.unit = id }) }
    return try keys.compactMap { try heldOut(like: $0, in: environment) }
      .filter(\.isOnlyAnonymous).min { $0.isOlder(than: $1) }
  }

  /// The held-out units of a phase, the oldest first.
  package func heldOut(of phase: PhaseKey) throws -> [HeldOutExposures] {
    let rows = try heldOutRows(of: phase)
      .sorted { $0.isOlder(than: $1) }
    let people = try people(of: rows, in: phase)
    var details = DetailCache()
    return try rows.map { row in
      try people.exposures(
        of: row, try details.details(row.details, in: self), in: phase.environment)
    }
  }

  func exposures(
    of row: HeldOutRow, in environment: AppStoreEnvironment
  ) throws -> HeldOutExposures {
    try exposures(of: row, try details(row.details), in: environment)
  }
}

extension Ledger {
  /// The experiments that the holdout kept a unit out of, the oldest first.
  package func heldOut(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try await read(.request) { tables in
      try tables.heldOutRows(ofUnit: unit, in: environment)
        .map { try tables.exposures(of: $0, in: environment) }
        .sorted { left, right in
          (left.renderedAt, UTF8Key(left.unit.experiment), left.unit.phase)
            < (right.renderedAt, UTF8Key(right.unit.experiment), right.unit.phase)
        }
    }
  }
}

extension PersonTables {
  fileprivate func exposures(
    of row: HeldOutRow, _ details: ExposureDetails, in environment: AppStoreEnvironment
  ) throws -> HeldOutExposures {
    let others = try idsOfPerson(with: row.unit.unit, in: environment)
    return HeldOutExposures(
      unit: row.unit, exposures: row.exposures, receivedAt: row.exposedAt,
      renderedAt: row.renderedAt, deviceTime: row.deviceTime, placement: row.placement,
      details: details,
      recorded: try firstRecord(of: row, among: others, in: environment),
      earlier: try firstHeldOut(before: row, among: others, in: environment))
  }

  /// The ids of the person who has a unit, with those who vouch for them. An id that only an app
  /// calls a user's is the user's for its own rows, and not for those of the user.
  private func idsOfPerson(
    with unit: String, in environment: AppStoreEnvironment
  ) throws -> [(id: String, voucher: AliasVoucher)] {
    var (user, voucher) = (unit, AliasVoucher.server)
    if let alias = try alias(of: unit, in: environment), try !isUser(unit, in: environment) {
      (user, voucher) = (alias.user, alias.voucher)
    }
    let person = try person(of: user, in: environment)
    let others = person.anonymousIds.filter { !$0.hasSameUTF8(as: unit) }.map { id in
      (id, min(voucher, person.vouchers[UTF8Key(id)] ?? .client))
    }
    let users = user.hasSameUTF8(as: unit) ? [] : [(user, voucher)]
    return [(unit, .server)] + users + others
  }

  private func firstRecord(
    of row: HeldOutRow, among ids: [(id: String, voucher: AliasVoucher)],
    in environment: AppStoreEnvironment
  ) throws -> HeldOutExposures.OtherUnit? {
    try HeldOutExposures.OtherUnit.first(of: ids) { id in
      try records(of: id, in: environment).map(\.assignment).filter {
        $0.phase == row.unit.phase && $0.experiment.hasSameUTF8(as: row.unit.experiment)
      }.map(\.recordedAt)
    }
  }

  private func firstHeldOut(
    before row: HeldOutRow, among ids: [(id: String, voucher: AliasVoucher)],
    in environment: AppStoreEnvironment
  ) throws -> HeldOutExposures.OtherUnit? {
    try HeldOutExposures.OtherUnit.first(of: Array(ids.dropFirst())) { id in
      try heldOutRows(ofUnit: id, in: environment).filter {
        $0.unit.phase == row.unit.phase && $0.isOlder(than: row)
          && $0.unit.experiment.hasSameUTF8(as: row.unit.experiment)
      }.map(\.renderedAt)
    }
  }
}

extension HeldOutRow {
  /// A row made only by an anonymous visitor gives way to the user with this id.
  fileprivate func isReplaced(by exposure: HeldOutExposure) -> Bool {
    exposure.origin == .userId && unit.unitKind == .visitor && isOnlyAnonymous
  }
}

extension HeldOutExposures.OtherUnit {
  /// The earliest of the moments that these ids have.
  fileprivate static func first(
    of ids: [(id: String, voucher: AliasVoucher)], _ moments: (String) throws -> [Timestamp]
  ) rethrows -> Self? {
    try ids.flatMap { id, voucher in
      try moments(id).map { Self(unit: id, at: $0, voucher: voucher) }
    }.min { ($0.at, UTF8Key($0.unit)) < ($1.at, UTF8Key($1.unit)) }
  }
}
