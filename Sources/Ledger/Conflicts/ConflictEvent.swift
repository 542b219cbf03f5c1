package import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// Two things that one person was shown although only one is allowed: two variants of a phase, or
/// two experiments of a layer. Results decide what it counts, by its cause and its voucher.
package struct ConflictEvent: Hashable, Sendable {
  package var cause: Cause
  /// The record in doubt: of a user and a device the device's, of two devices the later one.
  package var own: Side
  package var other: Side
  /// Whether `own` was recorded before the other.
  package var cameFirst: Bool
  /// The voucher that both ids are one person's.
  package var voucher: AliasVoucher
  package var happenedAt: Timestamp

  package enum Cause: String, CaseIterable, Sendable {
    /// The unit was shown another variant than its record names.
    case contradictingExposure
    /// An alias joins two ids that are recorded with different variants.
    case alias
    /// Another user claims the anonymous id.
    case contestedAlias
    /// A request carried a user id and an anonymous id that are recorded with different variants.
    case login
    /// A request carried two ids that are recorded in different experiments of one layer.
    case layerCrossing
  }

  /// The assignment that was recorded under one id.
  package struct Side: Hashable, Sendable {
    package var experiment: String
    package var phase: Int
    package var unit: String
    /// `nil` if it is unknown, as of a user who only claims an id.
    package var variant: String?
  }

  /// True if both report the same. An app can claim any ids, so on its word each record is reported
  /// once for each cause, whatever the other ids are.
  func isSame(as event: ConflictEvent) -> Bool {
    guard cause == event.cause, voucher == event.voucher, own.isRecord(like: event.own) else {
      return false
    }
    return voucher == .client || other.isRecord(like: event.other)
  }
}

extension ConflictEvent {
  /// Compares two records.
  init(
    _ cause: Cause, _ own: RecordedAssignment, _ other: RecordedAssignment,
    vouchedBy voucher: AliasVoucher, at now: Timestamp
  ) {
    self.init(
      cause: cause, own: Side(own), other: Side(other), cameFirst: own.isOlder(than: other),
      voucher: voucher, happenedAt: now)
  }
}

extension ConflictEvent.Side {
  package init(_ assignment: RecordedAssignment) {
    self.init(
      experiment: assignment.experiment, phase: assignment.phase, unit: assignment.unit,
      variant: assignment.variant)
  }

  func isRecord(like side: ConflictEvent.Side) -> Bool {
    phase == side.phase && experiment.hasSameUTF8(as: side.experiment)
      && unit.hasSameUTF8(as: side.unit)
  }
}

extension ConflictEvent: Comparable {
  /// Sorts by time, then by the texts.
  package static func < (left: ConflictEvent, right: ConflictEvent) -> Bool {
    if left.happenedAt != right.happenedAt { return left.happenedAt < right.happenedAt }
    return left.sortKey.lexicographicallyPrecedes(right.sortKey)
  }

  private var sortKey: [UTF8Key] {
    [
      own.experiment, "\(own.phase)", own.unit, cause.rawValue, voucher.rawValue, other.experiment,
      "\(other.phase)", other.unit,
    ].map { UTF8Key($0) }
  }
}

extension ConflictEvent {
  package init(row: some LedgerRow) throws {
    let what = "a conflict of an unknown kind"
    self.init(
      cause: try row.known(9, what),
      own: Side(
        experiment: try row.required(0), phase: row.int(1), unit: try row.required(2),
        variant: row.text(3)),
      other: Side(
        experiment: try row.required(4), phase: row.int(5), unit: try row.required(6),
        variant: row.text(7)),
      cameFirst: row.flag(8) ?? false, voucher: try row.known(10, what),
      happenedAt: row.moment(11) ?? .epoch)
  }
}

/// Counts new events by cause.
package final class ConflictCounter: Sendable {
  private let counts = Mutex<[ConflictEvent.Cause: Int]>([:])

  package init() {}

  package var all: [ConflictEvent.Cause: Int] { counts.withLock { $0 } }

  package func add(_ causes: [ConflictEvent.Cause]) {
    guard !causes.isEmpty else { return }
    counts.withLock { counts in
      for cause in causes { counts[cause, default: 0] += 1 }
    }
  }
}
