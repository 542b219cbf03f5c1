import PaywallCatalog
import PaywallTextCoding
import Serving

/// While an experiment runs or is paused, the seed of the holdout is frozen and its share may only
/// shrink (DecisionRules.md § 6).
func holdoutBreaches(
  from was: Holdout?, to head: Snapshot, while live: [String]
) -> [Breach] {
  guard !live.isEmpty, let holdout = head.holdout else { return [] }
  var found: [Breach] = []
  if let was, !was.seed.hasSameUTF8(as: holdout.seed) {
    found.append(
      Breach(
        .holdoutChanged, file: ConfigurationPath.layers, keys: ["holdout", "seed"],
        "the seed of the holdout changes from \(was.seed) to \(holdout.seed) while "
          + "\(live.listed(as: "experiment")) \(live.count == 1 ? "runs" : "run"): others would be "
          + "held out",
        help: "put \(was.seed) back; change it when no experiment is running or paused"))
  }
  if holdout.share > was?.share ?? .none {
    found.append(
      Breach(
        .holdoutChanged, file: ConfigurationPath.layers, keys: ["holdout", "share"],
        "the holdout grows from \(was?.share ?? .none) to \(holdout.share) while "
          + "\(live.listed(as: "experiment")) \(live.count == 1 ? "runs" : "run"): visitors would "
          + "leave their variant",
        help: was.map { "put \($0.share) back; it may only shrink" }
          ?? "add a holdout when no experiment is running or paused"))
  }
  return found
}
