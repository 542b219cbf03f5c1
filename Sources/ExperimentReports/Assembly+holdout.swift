import ExperimentResults
import PaywallCatalog

extension Assembly {
  /// Each metric of everybody who was enrolled against those whom the holdout kept out: what the
  /// experiment brings as a whole. Empty without held-out persons.
  var holdout: [HoldoutComparison] {
    guard let kept = heldOut?.variants.first else { return [] }
    return terms.goals.indices.map { index in
      let metric = terms.goals[index]
      let enrolled = names.map { variantTally($0).goals[index] }
      let apart = kept.goals[index]
      let payments = enrolled.flatMap(\.payments)
      let cap = cap(of: metric, enrolled + [apart])?.value
      let control = apart.moments + apart.payments.moments(cap: cap)
      let gone = names.reduce(Moments()) {
        $0 + erased.moments(of: metric, $1, cap: cap).mature
      }
      let variant =
        enrolled.reduce(Moments()) { $0 + $1.moments } + payments.moments(cap: cap) + gone
      var settings = settings
      settings.direction = metric.direction
      return HoldoutComparison(
        metric: metric.goal.name, isMoney: metric.isMoney,
        comparison: Comparison(
          metric.kind, control: control, variant: variant, settings))
    }
  }
}
