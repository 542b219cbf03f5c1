import PaywallCatalog
import PaywallTextCoding
import Serving

extension BreachRule {
  /// A phase is drawn once, with one seed (DecisionRules.md § 7).
  static let phases = BreachRule { change in
    guard let after = change.after, change.hasStarted || change.was.phase > 1 else { return [] }
    let before = change.was
    if after.phase < before.phase {
      return [
        .phaseWentBack(change.id, was: before.phase, is: after.phase)
      ]
    }
    guard change.hasStarted, after.phase > before.phase, let seed = after.seed,
      let old = before.terms?[.seed], seed.hasSameUTF8(as: old)
    else { return [] }
    return [.seedOfEarlierPhase(change.id, seed: seed, earlier: before.phase, is: after.phase)]
  }
}

extension Breach {
  static func phaseWentBack(_ id: String, was: Int, is phase: Int) -> Breach {
    Breach(
      .phaseReused, file: ConfigurationPath.experiment(id), keys: ["phase"],
      "'\(id)' goes back from phase \(was) to phase \(phase), which visitors were drawn in already",
      help: "put phase \(was) back; 'paywall experiment restart \(id)' opens the next one")
  }

  static func seedOfEarlierPhase(
    _ id: String, seed: String, earlier: Int, is phase: Int
  ) -> Breach {
    Breach(
      .phaseReused, file: ConfigurationPath.experiment(id), keys: ["seed"],
      "phase \(phase) of '\(id)' has the seed \(seed) of phase \(earlier), so all visitors would be "
        + "assigned as before",
      help: "let 'paywall experiment restart \(id)' write a new seed")
  }
}
