import PaywallCatalog
import Serving

extension BreachRule {
  /// Within a phase that has started, assignment rules and offered terms must not change
  /// (DecisionRules.md § 7). The terms of an ended experiment may change if no visitor keeps them.
  /// Its assignment rules may not, because late exposures and results depend on them.
  static let frozenTerms = BreachRule { change in
    guard change.hasStarted, change.isSamePhase, let after = change.after,
      change.nextStage != .archived, change.nextStage != .draft,
      change.stage != nil && change.stage != .archived || change.nextStage != .ended,
      let terms = change.was.terms
    else { return [] }
    let next = after.frozenTerms(in: change.head) ?? FrozenTerms([])
    let places = change.head.places(in: after, since: change.base)
    return next.differences(from: terms).flatMap { difference -> [Breach] in
      if case .paywall = difference.subject, change.nextStage == .ended, !after.keepsAfterEnd {
        return []
      }
      return difference.breaches(
        of: change.id, phase: after.phase, at: places(difference.subject))
    }
  }
}
