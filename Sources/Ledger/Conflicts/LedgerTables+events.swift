package import PaywallCatalog
import PaywallTextCoding

/// The rows of conflicts, as events.
package protocol ConflictTables {
  /// The causes of the events that were added since this was last emptied.
  var newConflicts: [ConflictEvent.Cause] { get set }
  /// `false`, with nothing written, if the same is told already (`ConflictEvent.isSame`).
  mutating func add(_ event: ConflictEvent, in environment: AppStoreEnvironment) throws -> Bool
  /// The conflicts in which the unit is one side, in any order.
  func conflicts(ofUnit unit: String, in environment: AppStoreEnvironment) throws -> [ConflictEvent]
  /// Removes those with a side of the unit.
  mutating func removeConflicts(ofUnit unit: String, in environment: AppStoreEnvironment) throws
  /// Removes those with a side that is this record.
  mutating func removeConflicts(like key: RecordKey, in environment: AppStoreEnvironment) throws
}

/// Two recorded assignments that a request with both ids shows to be one person's, and of which one
/// person may have only one.
package struct CoEnrollment: Hashable, Sendable {
  /// Drawn with the user's id.
  package var user: RecordedAssignment
  /// Drawn with the anonymous id.
  package var anonymous: RecordedAssignment
  /// The voucher of the ids in the request.
  package var voucher: AliasVoucher

  package init(user: RecordedAssignment, anonymous: RecordedAssignment, voucher: AliasVoucher) {
    self.user = user
    self.anonymous = anonymous
    self.voucher = voucher
  }
}

extension LedgerTables {
  /// Stores an event, once.
  mutating func note(_ event: ConflictEvent, in environment: AppStoreEnvironment) throws {
    if try add(event, in: environment) { newConflicts.append(event.cause) }
  }

  /// Stores what requests with both ids showed. No record is marked: without an alias,
  /// only the app claims that the ids belong to one person.
  package mutating func record(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment, at now: Timestamp
  ) throws {
    for coEnrollment in coEnrollments {
      guard let event = try event(of: coEnrollment, in: environment, at: now) else { continue }
      try note(event, in: environment)
    }
  }

  /// Whether storing these would change something.
  package func areNew(
    _ coEnrollments: [CoEnrollment], in environment: AppStoreEnvironment
  ) throws -> Bool {
    try coEnrollments.contains { coEnrollment in
      guard let event = try event(of: coEnrollment, in: environment, at: Timestamp(milliseconds: 0))
      else {
        return false
      }
      return try !conflicts(ofUnit: event.own.unit, in: environment).contains {
        $0.isSame(as: event)
      }
    }
  }

  /// Returns `nil` unless both are recorded, contradict each other, and are not reported by an
  /// alias.
  private func event(
    of coEnrollment: CoEnrollment, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> ConflictEvent? {
    guard let own = try record(like: RecordKey(coEnrollment.anonymous), in: environment),
      let other = try record(like: RecordKey(coEnrollment.user), in: environment),
      !other.isOnlyAnonymous
    else { return nil }
    let unit = own.assignment.unit
    let user = other.assignment.unit
    guard !unit.hasSameUTF8(as: user), try !isUser(unit, in: environment) else { return nil }
    let isSameExperiment = own.assignment.experiment.hasSameUTF8(as: other.assignment.experiment)
    if isSameExperiment {
      guard own.assignment.phase == other.assignment.phase,
        !own.assignment.variant.hasSameUTF8(as: other.assignment.variant)
      else { return nil }
      let alias = try alias(of: unit, in: environment)
      if let alias, alias.voucher.isStrong, alias.user.hasSameUTF8(as: user) { return nil }
    }
    return ConflictEvent(
      isSameExperiment ? .login : .layerCrossing, own.assignment, other.assignment,
      vouchedBy: coEnrollment.voucher, at: now)
  }
}

extension ConflictEvent {
  /// An exposure to another variant than the recorded one.
  init(_ exposure: Exposure, contradicting record: RecordedAssignment, at now: Timestamp) {
    var shown = Side(record)
    shown.variant = exposure.contradicts ? exposure.claimedVariant : exposure.assignment.variant
    self.init(
      cause: .contradictingExposure, own: Side(record), other: shown, cameFirst: true,
      voucher: exposure.voucher, happenedAt: now)
  }

  /// Another user who claims the anonymous id of a record.
  init(
    _ record: RecordedAssignment, contestedBy user: String, vouchedBy voucher: AliasVoucher,
    at now: Timestamp
  ) {
    var claimed = Side(record)
    claimed.unit = user
    claimed.variant = nil
    self.init(
      cause: .contestedAlias, own: Side(record), other: claimed, cameFirst: true,
      voucher: voucher, happenedAt: now)
  }
}
