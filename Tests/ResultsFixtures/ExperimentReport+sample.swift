package import ExperimentResults
import PaywallCatalog

extension ExperimentReport {
  /// Made by hand: 6,000 persons of an experiment of the example app, three weeks after its start.
  /// Its sums are of 0 and 1, and of money in milliunits of USD.
  package static var sample: ExperimentReport {
    let start = Timestamp(milliseconds: 1_793_610_000_000)
    let asOf = start.adding(milliseconds: 21 * Timestamp.day)
    let arms = { (control: Moments, trial: Moments, raw: (Moments, Moments)?) in
      [
        ReportArm(
          variant: "control", persons: control.units, waiting: 3_010 - control.units, erased: 2,
          moments: control, raw: raw?.0),
        ReportArm(
          variant: "trial", persons: trial.units, waiting: 2_990 - trial.units, erased: 1,
          moments: trial, raw: raw?.1),
      ]
    }
    let proceeds = ReportMetric(
      name: .proceedsPerVisitor, kind: .mean, direction: .higherIsBetter, window: Period(days: 14),
      smallest: 0.03, finalAt: asOf.adding(milliseconds: 14 * Timestamp.day), isMoney: true,
      cap: 83_990,
      arms: arms(
        money(1_000, payers: 40, each: 27_990), money(995, payers: 47, each: 27_990),
        (money(1_000, payers: 40, each: 28_400), money(995, payers: 47, each: 28_100))),
      comparisons: [], note: "Apple's price is not for accounting.")
    let starts = ReportMetric(
      name: .startRate, kind: .proportion, direction: .higherIsBetter, window: Period(days: 3),
      arms: arms(
        Moments(units: 2_580, successes: 103), Moments(units: 2_560, successes: 154), nil),
      comparisons: [])
    let refunds = ReportMetric(
      name: .refundShare, kind: .ratio, direction: .lowerIsBetter, window: Period(days: 14),
      arms: arms(
        ratio(1_000, 2, of: 40), ratio(995, 3, of: 47), nil),
      comparisons: [])
    var exclusions = Exclusions()
    exclusions.severalCustomers = 3
    exclusions.conflicted = 11
    exclusions.joinedUnits = 48
    exclusions.otherEnvironments = 20
    exclusions.beforeExposure = 140
    exclusions.familyShared = 6
    exclusions.withoutRate = [
      Exclusions.CurrencyTotal(currency: "NGN", transactions: 2, total: 8_900_000)
    ]
    return ExperimentReport(
      experiment: "annual-trial", title: "Annual with a free week, British Isles", phase: 1,
      environment: .production, startedAt: start, asOf: asOf,
      computedAt: asOf.adding(milliseconds: 1_500),
      variants: [
        ReportVariant(
          name: "control", share: BasisPoints(5000) ?? .none, persons: 3_010, erased: 2),
        ReportVariant(name: "trial", share: BasisPoints(5000) ?? .none, persons: 2_990, erased: 1),
      ],
      verdict: Verdict(.wait, [.goalIsOpen], "Wait: the goal is still open, about 9 days left."),
      health: [
        HealthCheck(
          .immatureShare, .warning, value: 0.67, "67 % of the persons are still in their window."),
        HealthCheck(.sampleRatio, .healthy, p: 0.8, "The variants have the intended shares."),
        HealthCheck(.conflicts, .healthy, value: 0.0018, "11 persons saw both variants."),
      ],
      primary: proceeds, secondary: [starts], guardrails: [refunds], withoutConflicts: proceeds,
      funnels: [
        Funnel(
          variant: "control", shown: 3_010, started: 118, paid: 118, renewed: 4, waiting: 2_010),
        Funnel(variant: "trial", shown: 2_990, started: 181, paid: 96, renewed: 3, waiting: 1_995),
      ],
      proceeds: [
        curve("control", of: 3_010, total: 61_000), curve("trial", of: 2_990, total: 47_000),
      ],
      breakdowns: [
        Breakdown(
          dimension: "storefront",
          metric: .proceedsPerVisitor,
          rows: [
            Breakdown.Row(
              value: "GBR",
              arms: arms(
                money(800, payers: 33, each: 27_990), money(810, payers: 39, each: 27_990), nil)),
            Breakdown.Row(
              value: "IRL",
              arms: arms(
                money(200, payers: 7, each: 27_990), money(185, payers: 8, each: 27_990), nil)),
          ])
      ],
      exclusions: exclusions,
      provenance: Provenance(
        release: String(repeating: "5e", count: 32), base: "USD",
        rates: [
          Provenance.PinnedRate(currency: "EUR", micros: 921_500, date: "2026-11-01"),
          Provenance.PinnedRate(currency: "GBP", micros: 787_200, date: "2026-11-01"),
        ],
        commission: "30%, 15% after a year", erasedPersons: 3, units: 6_059,
        personsWithCustomers: 340, newestFact: asOf,
        recomputation: "SELECT variant, count(*) FROM persons GROUP BY variant;"))
  }

  private static func money(_ persons: Int, payers: Int, each: Int64) -> Moments {
    let payer = Moments(
      units: 0, sum: Int128(each) * Int128(payers),
      squares: Int128(each) * Int128(each) * Int128(payers))
    return Moments(units: persons) + payer
  }

  private static func ratio(_ persons: Int, _ count: Int, of total: Int) -> Moments {
    Moments(
      units: persons, sum: Int128(count), squares: Int128(count), denominatorSum: Int128(total),
      denominatorSquares: Int128(total), ratioProducts: Int128(count))
  }

  private static func curve(_ variant: String, of persons: Int, total: Int64) -> ProceedsCurve {
    ProceedsCurve(
      variant: variant,
      points: (1...21).map { day in
        let left = persons * (21 - day) / 21
        return ProceedsCurve.Point(
          day: day, persons: left, total: total * Int64(left) * Int64(day) / 400,
          isImmature: left < persons)
      })
  }
}
