import CommandSupport
import ExperimentResults
import HTTPDocuments
import PaywallAPI

/// The results of `experiment compute` for a variant. An open side of an interval is left out.
struct ComputedComparison: Card {
  private let comparison: Comparison

  init(_ sums: ComputedSums) {
    comparison = Comparison(
      sums.kind, control: sums.control, variant: sums.variant, sums.settings)
  }

  static let members = Members<Self> {
    $0.maybe("gap") { $0.comparison.gap }
    $0.always("control") { Value(arm: $0.comparison.control) }
    $0.always("variant") { Value(arm: $0.comparison.variant) }
    $0.maybe("relative") { $0.comparison.relative.map(Numbers.init) }
    $0.maybe("absolute") { $0.comparison.absolute.map(Numbers.init) }
    $0.maybe("pooled", "The difference with the variance of no effect, where there is a gap.") {
      $0.comparison.pooled.map(Numbers.init)
    }
    $0.maybe("adjustment") { $0.comparison.adjustment }
    $0.maybe("chanceToWin") { $0.comparison.chanceToWin }
  }

  private struct Value: Card {
    let arm: Comparison.Arm

    static let members = Members<Self> {
      $0.always("n") { $0.arm.units }
      $0.always("value") { $0.arm.value }
    }
  }

  private struct Numbers: Card {
    let effect: Effect

    static let members = Members<Self> {
      $0.always("estimate") { $0.effect.estimate }
      $0.always("standardError") { $0.effect.standardError }
      $0.always("degreesOfFreedom") { $0.effect.degreesOfFreedom }
      $0.always("fixed") { $0.effect.fixed }
      $0.always("fixedAtLeast") { $0.effect.fixedAtLeast }
      $0.always("fixedAtMost") { $0.effect.fixedAtMost }
      $0.always("sequential") { $0.effect.sequential }
      $0.always("sequentialAtLeast") { $0.effect.sequentialAtLeast }
      $0.always("sequentialAtMost") { $0.effect.sequentialAtMost }
      $0.always("p") { $0.effect.p }
      $0.always("pAtMostZero") { $0.effect.pAtMostZero }
      $0.always("pAtLeastZero") { $0.effect.pAtLeastZero }
      $0.always("sequentialP") { $0.effect.sequentialP }
      $0.always("sequentialPAtMostZero") { $0.effect.sequentialPAtMostZero }
      $0.always("sequentialPAtLeastZero") { $0.effect.sequentialPAtLeastZero }
      $0.always("posterior") { $0.effect.posterior }
    }
  }
}

extension Posterior: Card {
  static let members = Members<Self> {
    $0.always("mean") { $0.mean }
    $0.always("deviation") { $0.deviation }
    $0.always("chanceToWin") { $0.chanceToWin }
    $0.always("riskOfControl") { $0.riskOfControl }
    $0.always("riskOfVariant") { $0.riskOfVariant }
    $0.always("interval") { $0.interval }
  }
}
