import ExperimentResults

/// What `experiment compute` says of a variant. An open side of an interval is left out.
struct ComputedComparison: Encodable {
  var gap: String?
  var control: Value
  var variant: Value
  var relative: Numbers?
  var absolute: Numbers?
  /// The difference with the variance of no effect, where there is a gap.
  var pooled: Numbers?
  var adjustment: Adjustment?
  var chanceToWin: Double?

  init(_ sums: ComputedSums) {
    let comparison = Comparison(
      sums.kind, control: sums.control, variant: sums.variant, sums.settings)
    gap = comparison.gap?.rawValue
    control = Value(n: comparison.control.units, value: comparison.control.value)
    variant = Value(n: comparison.variant.units, value: comparison.variant.value)
    relative = comparison.relative.map(Numbers.init)
    absolute = comparison.absolute.map(Numbers.init)
    pooled = comparison.pooled.map(Numbers.init)
    adjustment = comparison.adjustment.map {
      Adjustment(slope: $0.slope, varianceRemoved: $0.varianceRemoved)
    }
    chanceToWin = comparison.chanceToWin
  }

  struct Value: Encodable {
    var n: Int
    var value: Double
  }

  struct Adjustment: Encodable {
    var slope: Double
    var varianceRemoved: Double
  }

  struct Ends: Encodable {
    var lower: Double?
    var upper: Double?

    init(_ interval: Interval) {
      lower = interval.lower.isFinite ? interval.lower : nil
      upper = interval.upper.isFinite ? interval.upper : nil
    }
  }

  struct Belief: Encodable {
    var mean: Double
    var deviation: Double
    var chanceToWin: Double
    var riskOfControl: Double
    var riskOfVariant: Double
    var interval: Ends
  }

  struct Numbers: Encodable {
    var estimate: Double
    var standardError: Double
    var degreesOfFreedom: Double?
    var fixed: Ends
    var fixedAtLeast: Ends
    var fixedAtMost: Ends
    var sequential: Ends
    var sequentialAtLeast: Ends
    var sequentialAtMost: Ends
    var p: Double
    var pAtMostZero: Double
    var pAtLeastZero: Double
    var sequentialP: Double
    var sequentialPAtMostZero: Double
    var sequentialPAtLeastZero: Double
    var posterior: Belief

    init(_ effect: Effect) {
      estimate = effect.estimate
      standardError = effect.standardError
      degreesOfFreedom = effect.degreesOfFreedom.isFinite ? effect.degreesOfFreedom : nil
      fixed = Ends(effect.fixed)
      fixedAtLeast = Ends(effect.fixedAtLeast)
      fixedAtMost = Ends(effect.fixedAtMost)
      sequential = Ends(effect.sequential)
      sequentialAtLeast = Ends(effect.sequentialAtLeast)
      sequentialAtMost = Ends(effect.sequentialAtMost)
      p = effect.p
      pAtMostZero = effect.pAtMostZero
      pAtLeastZero = effect.pAtLeastZero
      sequentialP = effect.sequentialP
      sequentialPAtMostZero = effect.sequentialPAtMostZero
      sequentialPAtLeastZero = effect.sequentialPAtLeastZero
      let belief = effect.posterior
      posterior = Belief(
        mean: belief.mean, deviation: belief.deviation, chanceToWin: belief.chanceToWin,
        riskOfControl: belief.riskOfControl, riskOfVariant: belief.riskOfVariant,
        interval: Ends(belief.interval))
    }
  }
}
