import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

/// The variants that visitors of this device have, so that a decision without the server does not
/// assign again. Holds what the server records: its answers that were rendered, and those that it
/// calls recorded. What this device assigned is kept at once.
struct Assignments: Codable, Sendable {
  private var kept: [Kept] = []
  /// The visitors who are no longer on this device: what another process has stored of them is
  /// removed.
  private var forgotten: [VisitorIds] = []

  private enum CodingKeys: String, CodingKey {
    case kept
  }

  private struct Kept: Codable, Equatable {
    var experiment: String
    var phase: Int
    var variant: String
    var unit: String
    var unitKind: String
    /// The time of the assignment, in milliseconds.
    var at: Int64
    /// The environment, which keeps test traffic apart; `nil` is production.
    var environment: String?
    /// The placement of the assignment; `nil` in a file of an earlier version.
    var placement: String?

    func isOfSamePhase(as other: Kept) -> Bool {
      experiment.utf8.elementsEqual(other.experiment.utf8) && phase == other.phase
        && unit.utf8.elementsEqual(other.unit.utf8)
        && (environment ?? production).utf8.elementsEqual((other.environment ?? production).utf8)
    }
  }

  var isEmpty: Bool { kept.isEmpty }

  /// The most assignments; beyond these the oldest are removed.
  private static let most = 300

  /// The recorded assignments of a visitor in an environment, after the login rule of the server.
  func records(of who: VisitorIdentity) -> [RecordedAssignment] {
    kept.compactMap { kept in
      guard Self.isOf(who, kept), let kind = PaywallCatalog.Unit(rawValue: kept.unitKind) else {
        return nil
      }
      return RecordedAssignment(
        experiment: kept.experiment, phase: kept.phase, variant: kept.variant, unit: kept.unit,
        unitKind: kind, recordedAt: Timestamp(milliseconds: kept.at))
    }.afterLogin(as: who.userId)
  }

  /// The experiments that a visitor was assigned at a placement.
  func experiments(of who: VisitorIdentity, at placement: String) -> [String] {
    kept.filter { kept in
      Self.isOf(who, kept) && kept.placement?.utf8.elementsEqual(placement.utf8) ?? false
    }.map(\.experiment)
  }

  private static func isOf(_ who: VisitorIdentity, _ kept: Kept) -> Bool {
    who.visitor.has(kept.unit)
      && (kept.environment ?? production).utf8
        .elementsEqual((who.environment ?? production).utf8)
  }

  /// The environment of a request that names none.
  private static let production = "production"

  /// Adds the variant of an answer that is an exposure; the server records no other one either. The
  /// server's variant replaces an earlier one of the device.
  ///
  /// - Parameters:
  ///   - unit: the experiment's unit of assignment, if a bundle holds it.
  ///   - assignment: the assignment of a decision on this device.
  /// - Returns: true if something changed.
  mutating func add(
    _ answer: PlacementDecision, of who: VisitorIdentity, unit: PaywallCatalog.Unit?,
    assignment: RecordedAssignment?, at now: Timestamp
  ) -> Bool {
    guard answer.isExposure, let experiment = answer.experiment else { return false }
    let kind = assignment?.unitKind ?? unit ?? .visitor
    let own = kind == .anonymousId ? who.anonymousId : who.userId ?? who.anonymousId
    let new = Kept(
      experiment: experiment.id, phase: experiment.phase, variant: experiment.variant,
      unit: assignment?.unit ?? own, unitKind: kind.rawValue, at: now.milliseconds,
      environment: who.environment, placement: answer.id)
    let before = kept.filter { old in
      Self.isOf(who, old) && old.experiment.utf8.elementsEqual(new.experiment.utf8)
        && old.phase == new.phase
    }
    if before.contains(where: { $0.variant.utf8.elementsEqual(new.variant.utf8) }) { return false }
    kept = (kept.filter { !before.contains($0) } + [new]).suffix(Self.most)
    return true
  }

  /// Puts the assignments of the file before those that came since.
  mutating func restore(_ stored: Assignments) {
    kept = (stored.kept + kept.filter { !stored.kept.contains($0) }).suffix(Self.most)
  }

  /// Removes the assignments of a visitor who is no longer on this device.
  mutating func forget(_ visitor: VisitorIds) {
    kept.removeAll { visitor.has($0.unit) }
    forgotten.append(visitor)
  }

  /// Returns the assignments with those that another process has stored since. Of two variants of a
  /// phase the later one counts.
  func merged(with stored: Assignments?) -> Assignments {
    let others = (stored?.kept ?? []).filter { other in
      !forgotten.contains { $0.has(other.unit) }
        && !kept.contains { $0.isOfSamePhase(as: other) && $0.at >= other.at }
    }
    var merged = self
    merged.kept.removeAll { own in others.contains { $0.isOfSamePhase(as: own) } }
    merged.kept = (others + merged.kept).sortedByIndex { $0.at < $1.at }.suffix(Self.most)
    return merged
  }
}
