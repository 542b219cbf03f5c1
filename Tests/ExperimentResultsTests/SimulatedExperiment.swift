import ExperimentResults
import PaywallCatalog
import TestSupport

/// An experiment of which the truth is known, looked at every day. Persons are drawn by arm and day of the
/// exposure; each metric counts them once their window has closed.
struct SimulatedExperiment {
  var arms: [Truth]
  /// Persons of all arms in a day, split by `widths`; `ramp` is the part of them who enter by day.
  var perDay: Int
  var widths: [Int]
  var days: Int
  var ramp: @Sendable (Int) -> Double = { _ in 1 }
  /// Exposures stop after this day.
  var lastDay = Int.max
  var goal = Goal.payers
  var smallest = 0.3
  /// Days of the window of the goal, and of money.
  var window = 3
  var moneyWindow = 3
  /// `nil` without a guardrail of refunds.
  var refundWindow: Int?
  var margin = HarmMargin.none
  var isRequired = false
  /// Persons of all arms; `nil` for the plan that the results make.
  var planned: Int?
  /// Whether payers are a secondary metric of a goal that counts starts, and money one of payers.
  var hasPaying = false
  var isDecisive = false

  enum Goal { case starts, payers, money }

  /// The behaviour of the persons of one arm, by the day of their exposure.
  struct Truth {
    /// The part of persons who start, and of those who pay.
    var starts: @Sendable (Int) -> Double
    var paid = 1.0
    var prices: [Int64] = [6_993]
    var refunds = 0.02
    /// The part of persons who are recorded at all.
    var recorded = 1.0

    init(
      _ rate: @escaping @Sendable (Int) -> Double, paid: Double = 1, prices: [Int64] = [6_993],
      refunds: Double = 0.02, recorded: Double = 1
    ) {
      starts = rate
      self.paid = paid
      self.prices = prices
      self.refunds = refunds
      self.recorded = recorded
    }

    init(
      _ rate: Double, paid: Double = 1, prices: [Int64] = [6_993], refunds: Double = 0.02,
      recorded: Double = 1
    ) {
      self.init({ _ in rate }, paid: paid, prices: prices, refunds: refunds, recorded: recorded)
    }
  }

  init(
    _ control: Truth, _ variants: Truth..., perDay: Int = 200, widths: [Int]? = nil, days: Int = 57
  ) {
    arms = [control] + variants
    self.perDay = perDay
    self.widths = widths ?? Array(repeating: 1, count: variants.count + 1)
    self.days = days
  }

  struct Look {
    /// Full days since the first exposure.
    var day: Int
    var evidence: Evidence
    var verdict: Verdict
  }

  /// Looks at the end of every day, until `body` has seen enough.
  func run(_ numbers: inout SplitMix, until isEnough: (Look) -> Bool) {
    var cohorts: [Cohort] = []
    var size = planned
    for day in 1...days {
      cohorts.append(cohort(day - 1, &numbers))
      if isEnough(look(day, cohorts, &size)) { return }
    }
  }

  /// The verdict of the last day alone, which does not depend on earlier looks.
  func outcome(_ numbers: inout SplitMix) -> Verdict { lastLook(&numbers).verdict }

  /// Whether it ships on any day.
  func ships(_ numbers: inout SplitMix) -> Bool {
    var isShipped = false
    run(&numbers) { look in
      if case .ship = look.verdict.decision { isShipped = true }
      return isShipped
    }
    return isShipped
  }

  func lastLook(_ numbers: inout SplitMix) -> Look {
    var size = planned
    let cohorts = (0..<days).map { cohort($0, &numbers) }
    return look(days, cohorts, &size)
  }

  private func cohort(_ day: Int, _ numbers: inout SplitMix) -> Cohort {
    let all = Double(perDay) * (day < lastDay ? ramp(day) : 0) / Double(widths.reduce(0, +))
    return Cohort(
      arms: zip(arms, widths).map { truth, width in
        CohortArm(
          truth, persons: numbers.about(all * Double(width) * truth.recorded), day: day, &numbers)
      })
  }
}

extension SimulatedExperiment {
  private struct Cohort {
    var arms: [CohortArm]
    var persons: Int { arms.reduce(0) { $0 + $1.persons } }
  }

  private struct CohortArm {
    var persons: Int
    var starts = Moments()
    var payers = Moments()
    var money = Moments()
    var refunds = Moments()

    init(_ truth: Truth, persons: Int, day: Int, _ numbers: inout SplitMix) {
      self.persons = persons
      var (started, paid, refunded, sum, squares) = (0, 0, 0, Int128(0), Int128(0))
      for _ in Payers(rate: truth.starts(day), of: persons, &numbers) {
        started += 1
        guard numbers.unit() <= truth.paid else { continue }
        paid += 1
        let price = Int128(truth.prices[numbers.below(truth.prices.count)])
        guard numbers.unit() > truth.refunds else {
          refunded += 1
          continue
        }
        sum += price
        squares += price * price
      }
      starts = Moments(units: persons, successes: started)
      payers = Moments(units: persons, successes: paid)
      money = Moments(units: persons, sum: sum, squares: squares)
      let (n, d) = (Int128(refunded), Int128(paid))
      refunds = Moments(
        units: persons, sum: n, squares: n, denominatorSum: d, denominatorSquares: d,
        ratioProducts: n)
    }
  }

  private func moments(_ goal: Goal, _ arm: CohortArm) -> Moments {
    switch goal {
    case .starts: arm.starts
    case .payers: arm.payers
    case .money: arm.money
    }
  }

  private func window(_ goal: Goal) -> Int { goal == .money ? moneyWindow : window }

  private func total(_ cohorts: [Cohort], _ arm: Int, _ days: Int, _ of: (CohortArm) -> Moments)
    -> Moments
  {
    cohorts.prefix(max(0, days)).reduce(Moments()) { $0 + of($1.arms[arm]) }
  }

  private func look(_ day: Int, _ cohorts: [Cohort], _ size: inout Int?) -> Look {
    let mature = max(0, day - window(goal))
    let settings = ComparisonSettings().shared(by: arms.count - 1)
    let kind: MetricKind = goal == .money ? .mean : .proportion
    let variants = arms.indices.dropFirst()
    let daily = DailySums(
      kind, smallest: smallest, widths: widths,
      control: cohorts.map { moments(goal, $0.arms[0]) },
      variants: variants.map { arm in cohorts.map { moments(goal, $0.arms[arm]) } },
      buyers: cohorts.map { Int((goal == .starts ? $0.arms[0].starts : $0.arms[0].payers).sum) },
      enrolled: cohorts.map(\.persons), matureDays: mature, settings: settings)
    if size == nil { size = daily.firstPlan?.persons }
    let planned = daily.planned(size)
    let later = planned.flatMap { daily.later(than: $0) }
    func compared(_ arm: Int, _ kind: MetricKind, _ days: Int, _ of: (CohortArm) -> Moments)
      -> Comparison
    {
      Comparison(
        kind, control: total(cohorts, 0, days, of), variant: total(cohorts, arm, days, of), settings
      )
    }
    func buyers(_ arm: Int) -> Int {
      Int(total(cohorts, arm, mature) { goal == .starts ? $0.starts : $0.payers }.sum)
    }
    var evidence = Evidence(
      health: [
        .sampleRatio(
          arms.indices.map { arm in
            ArmCount(
              variant: name(arm), width: widths[arm],
              units: cohorts.reduce(0) { $0 + $1.arms[arm].persons })
          })
      ],
      days: Double(day), metric: metric(goal), unit: unit(goal), smallest: smallest,
      goals: variants.map { arm in
        Evidence.Goal(
          variant: name(arm), comparison: compared(arm, kind, mature) { moments(goal, $0) },
          buyers: buyers(0) + buyers(arm), planned: planned?.comparisons[arm - 1],
          later: later?.comparisons[arm - 1])
      })
    if let refundWindow {
      evidence.guardrails = variants.map { arm in
        Guardrail(
          metric: .refundShare, variant: name(arm), direction: .lowerIsBetter,
          comparison: compared(arm, .ratio, day - refundWindow, \.refunds), margin: margin,
          isRequired: isRequired, knownDays: Double(day - refundWindow))
      }
    }
    if hasPaying, goal != .money {
      let other: Goal = goal == .starts ? .payers : .money
      evidence.paying = variants.map { arm in
        Evidence.PayingMetric(
          metric: metric(other), unit: unit(other), direction: .higherIsBetter, variant: name(arm),
          comparison: compared(arm, other == .money ? .mean : .proportion, day - window(other)) {
            moments(other, $0)
          }, isDecisive: isDecisive)
      }
    }
    return Look(day: day, evidence: evidence, verdict: .of(evidence))
  }

  private func name(_ arm: Int) -> String { ["control", "b", "c", "d"][arm] }

  private func metric(_ goal: Goal) -> MetricName {
    switch goal {
    case .starts: .startRate
    case .payers: .paidRate
    case .money: .proceedsPerVisitor
    }
  }

  private func unit(_ goal: Goal) -> MetricUnit { goal == .money ? .money("USD") : .share }
}

extension SplitMix {
  /// A number of persons around a mean: Poisson, by counting exponential gaps.
  mutating func about(_ mean: Double) -> Int {
    guard mean > 0 else { return 0 }
    // A large mean allows the normal approximation.
    if mean > 60 {
      let z = NormalDistribution.quantile(unit() * (1 - 1e-12))
      return max(0, Int((mean + z * mean.squareRoot()).rounded()))
    }
    var (count, product) = (-1, 1.0)
    let limit = (-mean).exponential
    repeat {
      product *= unit()
      count += 1
    } while product > limit
    return count
  }
}
