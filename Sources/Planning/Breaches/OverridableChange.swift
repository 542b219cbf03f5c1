package import PaywallCatalog

/// A change of an experiment that breaks what is frozen, and what an override of it has to say.
package struct OverridableChange: Hashable, Sendable {
  /// The breaches that an override would allow.
  package let allowed: [Breach]
  /// Errors that no override allows.
  package let refused: [Breach]
  package let phase: Int
  /// `nil` if there is nothing to allow.
  package let digest: String?

  /// `nil` if one of the configurations has no such experiment, or if it has not started.
  package init?(
    of experiment: String, from base: Snapshot, to head: Snapshot, at now: Timestamp
  ) {
    guard let before = base.experiments[experiment], let after = head.experiments[experiment] else {
      return nil
    }
    let transition = ExperimentTransition(before, from: base, to: head, at: now)
    guard transition.stage != .draft else { return nil }
    let errors = transition.ruleBreaches.filter(\.mayBeRefused)
    allowed = errors.filter { !$0.changes.isEmpty }
    refused = errors.filter { $0.changes.isEmpty }
    phase = after.phase
    digest = transition.overrideDigest(of: errors)
  }
}
