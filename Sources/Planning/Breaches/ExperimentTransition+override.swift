import PaywallCatalog
import PaywallTextCoding
import Serving

extension ExperimentTransition {
  /// The breaches by all rules. Breaches that an override of exactly this change allows are
  /// warnings with its reason.
  var breaches: [Breach] {
    let found = ruleBreaches
    guard let after, let override = after.override else { return found }
    // A server may know that less is broken than the files said for which the override was written.
    let digests = [found, asFilesTell.ruleBreaches].map(overrideDigest)
    let digest = digests.first { $0 == override.digest } ?? digests[0]
    guard override.phase == after.phase, !found.flatMap(\.changes).isEmpty,
      digest == override.digest, !isSpent(override)
    else {
      return found + [unused(override, digest)]
    }
    return found.map { breach in
      guard breach.mayBeRefused, !breach.changes.isEmpty else { return breach }
      var allowed = breach
      if breach.code == .staysEnded {
        allowed.code = .scheduleChanged
        allowed.message = "'\(id)' had ended and takes visitors again in phase \(after.phase)"
      }
      allowed.severity = .warning
      allowed.message += "; the override allows it: \(override.reason)"
      return allowed
    }
  }

  var ruleBreaches: [Breach] { BreachRule.all.flatMap { $0.find(self) } }

  /// The digest that an override of these breaches must name; `nil` if there is nothing to allow.
  func overrideDigest(of found: [Breach]) -> String? {
    let changes = found.filter(\.mayBeRefused).flatMap(\.changes)
    guard let after, !changes.isEmpty else { return nil }
    return PhaseOverride.digest(of: changes, experiment: id, phase: after.phase)
  }

  /// Whether it came into service before: each deliberate change needs its own reason.
  private func isSpent(_ override: PhaseOverride) -> Bool {
    isSamePhase && was.parts[.override]?.hasSameUTF8(as: override.text) ?? false
  }

  private func unused(_ override: PhaseOverride, _ digest: String?) -> Breach {
    let again = "'paywall experiment override \(id) --reason …' writes"
    let (what, help) =
      if digest == nil {
        (
          "allows nothing: no frozen value changes",
          "remove it if its change is in service; otherwise serve both in one reload, as it allows"
            + " nothing once it has been served"
        )
      } else if digest == override.digest, isSpent(override) {
        (
          "has been in service before this change, and allows no more",
          "\(again) it again, with another reason; serve it in the same reload as the change"
        )
      } else {
        ("allows another change than this one", "\(again) it for this change")
      }
    return Breach(
      .overrideUnused, .warning, file: file, keys: ["override"],
      "the override of phase \(override.phase) of '\(id)' \(what)", help: help)
  }
}
