package import Catalog

extension ExperimentTransition {
  /// The breaches by all rules. Those that an override of exactly this change allows are warnings
  /// with its reason.
  var breaches: [Breach] {
    let found = ruleBreaches
    guard let after, let override = after.override else { return found }
    let digest = overrideDigest(of: found)
    guard override.phase == after.phase, let digest, digest == override.digest else {
      return found + [unused(override, digest)]
    }
    return found.map { breach in
      guard breach.severity == .error, breach.changes != nil else { return breach }
      var allowed = breach
      allowed.severity = .warning
      allowed.message += "; the override allows it: \(override.reason)"
      return allowed
    }
  }

  fileprivate var ruleBreaches: [Breach] { BreachRule.all.flatMap { $0.find(self) } }

  /// What an override of these breaches has to say; `nil` if there is nothing to allow.
  fileprivate func overrideDigest(of found: [Breach]) -> String? {
    let changes = found.filter { $0.severity == .error }.compactMap(\.changes)
    guard let after, !changes.isEmpty else { return nil }
    return PhaseOverride.digest(of: changes, experiment: id, phase: after.phase)
  }

  private func unused(_ override: PhaseOverride, _ digest: String?) -> Breach {
    let (what, help) =
      digest == nil
      ? ("allows nothing: no frozen value changes", "remove it once the change is in service")
      : (
        "allows another change than this one",
        "`paywall experiment override \(id) --reason …` writes it for this change"
      )
    return Breach(
      .overrideUnused, .warning, file: file, keys: ["override"],
      "the override of phase \(override.phase) of '\(id)' \(what)", help: help)
  }
}

/// A change of an experiment that breaks what is frozen, and what an override of it has to say.
package struct OverridableChange: Hashable, Sendable {
  /// What it would allow.
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
    let errors = transition.ruleBreaches.filter { $0.severity == .error }
    allowed = errors.filter { $0.changes != nil }
    refused = errors.filter { $0.changes == nil }
    phase = after.phase
    digest = transition.overrideDigest(of: errors)
  }
}
