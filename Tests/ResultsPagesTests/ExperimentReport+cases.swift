@testable import ExperimentReports
import ExperimentResults
import PaywallCatalog
import ResultsPages

/// Reports of six weeks of an experiment, made by the statistics from sums that are written here.
struct ReportCase {
  var id = "annual-trial"
  var title: String? = "Annual with a free week"
  var goal = MetricName.proceedsPerVisitor
  var variants = ["control", "trial"]
  /// Persons whose window has closed, persons who wait, payers and what each paid, by variant.
  var closed = [8_400, 8_395]
  var waiting = [2_210, 2_190]
  var payers = [336, 420]
  var paid: Int64 = 27_990
  var exposed: [Int]?
  var refunds = [7, 9]
  var days = 42
  var silence = 260.0
  var finalAt = 14
  var environment = AppStoreEnvironment.production

  var report: ExperimentReport {
    let start = Timestamp(milliseconds: 1_792_314_000_000)
    let asOf = start.adding(milliseconds: Int64(days) * Timestamp.day)
    let persons = exposed ?? zip(closed, waiting).map(+)
    let health = [
      HealthCheck.sampleRatio(
        zip(variants, persons).map { ArmCount(variant: $0, width: 5_000, units: $1) }),
      .silentVariant(
        zip(variants, payers).map { ArmCount(variant: $0, width: 5_000, units: $1) },
        events: "purchases"),
      .conflicts(31, of: persons.reduce(0, +)),
      .immatureShare(waiting: waiting.reduce(0, +), of: persons.reduce(0, +)),
      .staleLedger(silence: silence, factsPerDay: 900),
      HealthCheck(
        .preExposureBalance, .healthy, p: 0.61, "Variants were alike before the exposure."),
    ].bySeverity
    let primary = metric(
      goal, goal == .proceedsPerVisitor ? .mean : .proportion, Period(days: 14),
      variants.indices.map { goal == .proceedsPerVisitor ? money($0) : share($0, payers) },
      smallest: 0.03, finalAt: asOf.adding(milliseconds: Int64(finalAt) * Timestamp.day))
    let refundShare = metric(
      .refundShare, .ratio, Period(days: 14),
      variants.indices.map { index in
        Moments(
          units: closed[index], sum: Int128(refunds[index]), squares: Int128(refunds[index]),
          denominatorSum: Int128(payers[index]), denominatorSquares: Int128(payers[index]),
          ratioProducts: Int128(refunds[index]))
      })
    let cancelled = metric(
      .cancelWithin24h, .proportion, Period(days: 1),
      variants.indices.map { share($0, payers.map { $0 / 9 }) })
    let starts = metric(
      .startRate, .proportion, Period(days: 3),
      variants.indices.map { share($0, [payers[0]] + payers.dropFirst().map { $0 * 3 / 2 }) })
    let verdict = Verdict.of(
      Evidence(
        health: health, days: Double(days), metric: goal,
        unit: goal == .proceedsPerVisitor ? .money("USD") : .share, smallest: 0.03,
        goals: primary.comparisons.enumerated().map { index, named in
          Evidence.Goal(
            variant: named.variant, comparison: named.comparison,
            buyers: payers[0] + payers[index + 1])
        },
        guardrails: [refundShare, cancelled].flatMap { metric in
          metric.comparisons.map {
            Guardrail(
              metric: metric.name, variant: $0.variant, direction: metric.direction,
              comparison: $0.comparison)
          }
        }))
    var exclusions = Exclusions()
    exclusions.severalCustomers = 212
    exclusions.heldOut = 3
    exclusions.conflicted = 31
    exclusions.joinedUnits = 480
    exclusions.otherEnvironments = 20
    exclusions.beforeExposure = 140
    exclusions.familyShared = 6
    exclusions.withoutRate = [.init(currency: "NGN", transactions: 2, total: 8_900_000)]
    return ExperimentReport(
      experiment: id, title: title, phase: 2, environment: environment, startedAt: start,
      asOf: asOf, computedAt: asOf.adding(milliseconds: 1_400),
      variants: zip(variants, persons).map {
        ReportVariant(
          name: $0, share: BasisPoints(10_000 / variants.count) ?? .none, persons: $1)
      },
      verdict: verdict, health: health, primary: primary, secondary: [starts],
      guardrails: [refundShare, cancelled], withoutConflicts: primary,
      funnels: variants.indices.map { index in
        Funnel(
          variant: variants[index], shown: persons[index] - waiting[index],
          started: index == 0 ? payers[0] * 5 / 4 : payers[index] * 7 / 4,
          paid: payers[index] * 5 / 4, renewed: payers[index] / 3, waiting: waiting[index])
      },
      proceeds: goal == .proceedsPerVisitor ? variants.indices.map(curve) : [],
      breakdowns: [
        Breakdown(
          dimension: "storefront",
          metric: .proceedsPerVisitor,
          rows: [
            Breakdown.Row(value: "USA", arms: primary.arms, comparisons: primary.comparisons),
            Breakdown.Row(value: "DEU", arms: primary.arms, comparisons: primary.comparisons),
          ])
      ], exclusions: exclusions,
      provenance: Provenance(
        release: String(repeating: "9c1f2a7b", count: 8), base: "USD",
        rates: [
          .init(currency: "EUR", micros: 921_500, date: "2026-10-16"),
          .init(currency: "GBP", micros: 787_200, date: "2026-10-16"),
        ], commission: "30%, 15% after a year", units: 21_675, personsWithCustomers: 1_340,
        newestFact: asOf.adding(milliseconds: -240_000),
        recomputation: """
          SELECT variant, count(*) AS persons, sum(proceeds) / count(*) / 1000 AS per_person
          FROM 'tables/persons.parquet' WHERE closed GROUP BY variant;
          """))
  }

  private func money(_ index: Int) -> Moments {
    Moments(units: closed[index])
      + Moments(
        units: 0, sum: Int128(paid) * Int128(payers[index]),
        squares: Int128(paid) * Int128(paid) * Int128(payers[index]))
  }

  private func share(_ index: Int, _ successes: [Int]) -> Moments {
    Moments(units: closed[index], successes: min(successes[index], closed[index]))
  }

  private func metric(
    _ name: MetricName, _ kind: MetricKind, _ window: Period, _ moments: [Moments],
    smallest: Double? = nil, finalAt: Timestamp? = nil
  ) -> ReportMetric {
    let direction = Direction(rawValue: name.direction.rawValue) ?? .higherIsBetter
    let settings = ComparisonSettings(direction: direction)
    return ReportMetric(
      name: name, kind: kind, direction: direction, window: window, smallest: smallest,
      finalAt: finalAt, isMoney: kind == .mean, cap: kind == .mean ? 83_990 : nil,
      arms: variants.indices.map { index in
        ReportArm(
          variant: variants[index], persons: closed[index], waiting: waiting[index],
          moments: moments[index], raw: kind == .mean ? moments[index] : nil)
      },
      comparisons: variants.indices.dropFirst().map { index in
        let comparison = Comparison(
          kind, control: moments[0], variant: moments[index],
          name == goal ? settings.shared(by: variants.count - 1) : settings)
        return NamedComparison(
          variant: variants[index], comparison: comparison,
          impact: ScaledImpact(
            comparison, kind: kind, units: closed.reduce(0, +), traffic: 1, days: Double(days)))
      })
  }

  private func curve(_ index: Int) -> ProceedsCurve {
    let persons = exposed?[index] ?? closed[index] + waiting[index]
    let each = Double(paid) * Double(payers[index]) / Double(max(closed[index], 1))
    return ProceedsCurve(
      variant: variants[index],
      points: (1...days).map { day in
        let left = persons * (days + 1 - day) / days
        let trial = index > 0 && day < 7 ? 0.25 : 1
        let share = trial * Double(day) / Double(day + 6) * 1.4
        return ProceedsCurve.Point(
          day: day, persons: left, total: Int64(Double(left) * each * share),
          isImmature: day > 14)
      })
  }
}

extension ReportCase {
  /// One of each verdict, and what else a page must show.
  static let all: [(name: String, report: ExperimentReport)] = [
    ("ship", ship.report), ("wait", wait.report), ("broken", broken.report),
    ("immature", immature.report), ("veto", veto.report), ("rates", rates.report),
    ("empty", empty.report), ("hostile", hostile.report),
  ]

  static let ship = ReportCase(payers: [336, 470])
  static let wait = ReportCase(payers: [336, 352])
  static let broken = ReportCase(payers: [336, 470], exposed: [11_360, 9_840])
  static let immature = ReportCase(
    closed: [420, 401], waiting: [5_010, 4_980], payers: [17, 19], refunds: [1, 0], days: 5)
  static let veto = ReportCase(payers: [336, 470], refunds: [60, 300])
  static let rates = ReportCase(
    id: "four-prices", title: nil, goal: .paidRate, variants: ["control", "low", "mid", "high"],
    closed: [5_200, 5_180, 5_230, 5_195], waiting: [300, 310, 290, 305],
    payers: [208, 290, 240, 160],
    refunds: [4, 6, 5, 3])
  static let empty = ReportCase(
    closed: [0, 0], waiting: [0, 0], payers: [0, 0], refunds: [0, 0], days: 1)
  /// Names that would be markup.
  static let hostile = ReportCase(
    title: #"<script>alert(1)</script> "\#u{301} onload='x' & <b"#,
    variants: ["control", "<i>\"\u{301}x"],
    payers: [336, 352], environment: .sandbox)
}
