import Catalog
import Decisions
import Subscribers

/// The variants that visitors of this device were given, so that a decision without the server
/// does not draw again.
struct Assignments: Codable, Sendable {
  private var kept: [Kept] = []

  private struct Kept: Codable, Hashable {
    var experiment: String
    var phase: Int
    var variant: String
    var unit: String
    var unitKind: String
    /// Milliseconds.
    var at: Int64
  }

  /// Beyond these the oldest are forgotten.
  private static let most = 300

  /// What is recorded of a visitor, after the login rule of the server.
  func records(of visitor: VisitorIds) -> [RecordedAssignment] {
    kept.compactMap { kept in
      guard visitor.has(kept.unit), let kind = Catalog.Unit(rawValue: kept.unitKind) else {
        return nil
      }
      return RecordedAssignment(
        experiment: kept.experiment, phase: kept.phase, variant: kept.variant, unit: kept.unit,
        unitKind: kind, recordedAt: Timestamp(milliseconds: kept.at))
    }.afterLogin(as: visitor.userId)
  }

  /// Takes up what an answer showed. The server's word goes before an earlier one of the device.
  ///
  /// - Parameters:
  ///   - unit: what the experiment draws by, if a bundle says so.
  ///   - assignment: what a decision on this device drew.
  /// - Returns: whether something changed.
  mutating func add(
    _ answer: Placement, of visitor: VisitorIds, unit: Catalog.Unit?,
    drawn assignment: RecordedAssignment?,
    at now: Timestamp
  ) -> Bool {
    guard answer.reason == .experiment, let experiment = answer.experiment else { return false }
    let kind = assignment?.unitKind ?? unit ?? .visitor
    let own = kind == .anonymousId ? visitor.anonymousId : visitor.userId ?? visitor.anonymousId
    let new = Kept(
      experiment: experiment.id, phase: experiment.phase, variant: experiment.variant,
      unit: assignment?.unit ?? own, unitKind: kind.rawValue, at: now.milliseconds)
    let others = kept.filter { old in
      !(visitor.has(old.unit) && old.experiment.utf8.elementsEqual(new.experiment.utf8)
        && old.phase == new.phase)
    }
    let before = kept.filter { old in
      visitor.has(old.unit) && old.experiment.utf8.elementsEqual(new.experiment.utf8)
        && old.phase == new.phase
    }
    if before.contains(where: { $0.variant.utf8.elementsEqual(new.variant.utf8) }) { return false }
    // A paused experiment shows its control to whoever is recorded with another variant.
    if !before.isEmpty, !answer.exposes { return false }
    kept = (others + [new]).suffix(Self.most)
    return true
  }

  /// What was taken up before the file was read goes behind what was in it.
  mutating func recall(_ stored: Assignments) {
    kept = (stored.kept + kept.filter { !stored.kept.contains($0) }).suffix(Self.most)
  }

  /// Forgets what was drawn for ids that nobody on this device has any more.
  mutating func forget(_ visitor: VisitorIds) { kept.removeAll { visitor.has($0.unit) } }
}
