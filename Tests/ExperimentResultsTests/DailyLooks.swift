import ExperimentResults
import TestSupport

/// A simulated experiment of two equal arms, at which somebody looks every day.
struct DailyLooks {
  /// What one arm's visitors do.
  struct Arm {
    /// The share that pays.
    var rate: Double
    /// What payers pay, in milliunits, each as often as the others.
    var prices: [Int64]

    var mean: Double { rate * prices.reduce(0) { $0 + Double($1) } / Double(prices.count) }
    var variance: Double {
      let squares = prices.reduce(0) { $0 + Double($1) * Double($1) } / Double(prices.count)
      return rate * squares - mean * mean
    }
  }

  var kind: MetricKind
  var control: Arm
  var variant: Arm
  /// Visitors of one arm in a day.
  var perDay: Int
  var days: Int
  /// Of both arms; `nil` without a plan.
  var planned: Plan?
  var smallest: Double?

  enum Plan {
    case persons(Int)
    /// Made after a week, from its control.
    case ofFirstWeek
  }

  /// A paywall of three products after a commission of 30 %: a week, a month and a year.
  static let prices: [Int64] = [3_493, 6_993, 41_993]

  /// An experiment that reaches its planned sample on the 21st day.
  init(_ kind: MetricKind, rate: Double, planned lift: Double, truth: Double, days: Int = 28) {
    self.kind = kind
    let prices = kind == .proportion ? [1] : Self.prices
    control = Arm(rate: rate, prices: prices)
    variant = Arm(rate: rate * (1 + truth), prices: prices)
    let baseline =
      kind == .proportion
      ? Baseline(proportion: rate) : Baseline(mean: control.mean, variance: control.variance)
    let needed = PowerPlan(baseline, arms: 2).visitors(lift: lift).value ?? 0
    planned = .persons(Int(needed))
    perDay = Int((needed / 42).rounded(.up))
    self.days = days
    smallest = lift
  }

  struct Look {
    var day: Int
    var verdict: Verdict
    var comparison: Comparison
    var planned: Comparison?
  }

  /// Looks every day, until `body` has seen enough.
  func run(_ numbers: inout SplitMix, until isEnough: (Look) -> Bool) {
    var (a, b) = (Moments(), Moments())
    var (paidA, paidB) = (0, 0)
    var frozen: Comparison?
    var enrolled: [Int] = []
    var size: Int? = if case .persons(let persons) = planned { persons } else { nil }
    for day in 1...days {
      paidA += draw(control, into: &a, &numbers)
      paidB += draw(variant, into: &b, &numbers)
      enrolled.append(2 * perDay)
      let comparison = Comparison(kind, control: a, variant: b)
      if day == 7, case .ofFirstWeek = planned, let smallest {
        size = PlannedSample.size(
          kind, control: comparison.control, smallest: smallest, direction: .higherIsBetter,
          widths: [1, 1])
      }
      if let planned = size, PlannedSample.days(enrolled: enrolled, planned: planned) == day {
        frozen = comparison
      }
      let verdict = Verdict.of(
        Evidence(
          health: [], days: Double(day), payers: min(paidA, paidB), metric: "goal",
          smallest: smallest,
          goals: [.init(variant: "B", comparison: comparison, planned: frozen)]))
      let look = Look(day: day, verdict: verdict, comparison: comparison, planned: frozen)
      if isEnough(look) { return }
    }
  }

  /// A day's visitors of one arm; returns the number that paid. Skips from payer to payer.
  private func draw(_ arm: Arm, into moments: inout Moments, _ numbers: inout SplitMix) -> Int {
    var (payers, sum, squares) = (0, Int128(0), Int128(0))
    for _ in Payers(rate: arm.rate, of: perDay, &numbers) {
      let price = Int128(arm.prices[numbers.below(arm.prices.count)])
      payers += 1
      sum += price
      squares += price * price
    }
    moments += Moments(units: perDay, sum: sum, squares: squares)
    return payers
  }
}
