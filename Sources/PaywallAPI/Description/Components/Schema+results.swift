import ExperimentResults
import PaywallCatalog

extension Schema {
  /// The results of an experiment. Money is in milliunits of `provenance.currency`, shares and effects
  /// are 0…1, windows are ISO 8601 periods.
  package static let experimentReport = object([
    .always("experiment", text), .maybe("title", text), .always("phase", integer(from: 1)),
    .always("environment", words(of: AppStoreEnvironment.self)), .maybe("startedAt", moment),
    .maybe("endsAt", moment),
    .always("asOf", moment, "Up to when exposures and purchases count."),
    .always("computedAt", moment),
    .always(
      "verdict",
      object([
        .always("decision", words(["broken", "wait", "ship", "stop", "noDifference"])),
        .maybe("variant", text, "The one to ship."),
        .maybe("asLargeAs", number, "No variant changes the goal by this much."),
        .always("reasons", list(of: words(of: Verdict.Reason.self))),
        .always("sentence", text, "For people."),
        .always("findings", list(of: variantFinding), "What it rests on, by variant."),
      ])),
    .always(
      "variants",
      list(
        of: object([
          .always("name", text), .always("share", text), .always("persons", count),
          .always("erased", count, "Those of them whose records were erased."),
        ]))),
    .always(
      "health",
      list(
        of: object([
          .always("check", words(of: HealthCheck.Kind.self)),
          .always("state", words(of: HealthCheck.State.self)), .maybe("subject", text),
          .maybe("p", number), .maybe("value", number), .always("sentence", text),
        ])), "The most severe first."),
    .maybe("plan", plan, "The sample that was planned."),
    .maybe("primary", reportMetric, "The metric that decides."),
    .always("secondary", list(of: reportMetric)), .always("guardrails", list(of: reportMetric)),
    .maybe("withoutConflicts", reportMetric, "Without persons who saw several variants."),
    .always(
      "funnels",
      list(
        of: object([
          .always("variant", text), .always("shown", count), .always("started", count),
          .always("paid", count), .always("renewed", count), .always("waiting", count),
        ]))),
    .always(
      "proceeds",
      list(
        of: object([
          .always("variant", text),
          .always(
            "points",
            list(
              of: object([
                .always("day", count, "Since the exposure."), .always("persons", count),
                .always("total", integer()), .always("isImmature", boolean),
              ]))),
        ]))),
    .always("breakdowns", list(of: breakdown), "Of the primary metric."),
    .always(
      "otherBreakdowns", list(of: breakdown),
      "Of the other metrics, by what the file names or `by` asks for."),
    .always("exclusions", exclusions), .always("provenance", provenance),
    .always("details", reportDetails),
    .maybe("nextCommand", text, "The command to run after reading the verdict."),
  ])

  private static let breakdown = object([
    .always("dimension", text), .always("metric", words(of: MetricName.self)),
    .always("isExploratory", boolean, "The experiment's file does not name it."),
    .always(
      "rows",
      list(
        of: object([
          .always("value", text), .always("arms", list(of: reportArm)),
          .always("comparisons", list(of: reportComparison)),
        ]))),
  ])

  private static let reportDetails = object([
    .maybe("hypothesis", text), .maybe("owner", text),
    .always(
      "shown",
      list(
        of: object([
          .always("variant", text), .always("placement", text),
          .maybe("paywall", text, "Absent if the variant shows nothing."),
          .always("products", list(of: text), "Each with its offers."),
        ]))),
    .always(
      "purchases",
      list(
        of: object([
          .always("product", text),
          .maybe(
            "billingPlan", text, "Apple's word, `MONTHLY`; absent for what is paid at once."),
          .always(
            "arms",
            list(
              of: object([
                .always("variant", text), .always("started", count),
                .always("trials", count, "Of those that started."), .always("paid", count),
                .always("refunded", count), .always("proceeds", integer()),
              ]))),
        ])), "What was bought after the exposure."),
    .always(
      "days",
      list(
        of: object([
          .always("date", text), .always("persons", list(of: count), "By variant."),
          .always("comparisons", list(of: reportComparison), "Of everybody up to the day."),
        ])), "By day of the first exposure."),
    .always(
      "events",
      list(
        of: object([
          .always("at", moment), .always("release", text), .always("changes", list(of: text)),
          .always("movesStart", boolean, "Exposures from before the start do not count."),
        ])), "What came into service when."),
    .always(
      "verdicts",
      list(
        of: object([
          .always("at", moment), .always("decision", text, "`ship b`."),
          .always("sentence", text),
        ])), "As they were, each from the moment on at which a report came to it."),
    .always(
      "settings",
      object([
        .always("confidence", number), .always("power", number), .always("smallest", number),
        .always("comparisons", count), .always("tuning", number),
      ])),
    .always(
      "holdout",
      list(
        of: object([
          .always("metric", words(of: MetricName.self)), .always("heldOut", count),
          .always("enrolled", count), .always("comparison", reportComparison),
        ])), "All who were enrolled, against those whom the holdout kept out."),
  ])

  private static let number: Schema = ["type": "number"]
  private static let count = integer(from: 0)

  private static let variantFinding = object([
    .always("variant", text), .always("state", words(of: VariantFinding.State.self)),
    .always("basis", words(of: VariantFinding.Basis.self), "Which interval decided."),
    .always("expectedBuyers", number, "Buyers that no effect would give the smaller arm."),
    .always("isVetoed", boolean, "It cannot ship, however the goal ends."),
    .always(
      "guardrails",
      list(
        of: object([
          .always("metric", words(of: MetricName.self)),
          .always("state", words(of: Guardrail.State.self)),
          .maybe("harm", interval, "Each end holds at every moment; a positive harm is a loss."),
          .maybe("margin", number, "In the metric's unit."),
          .maybe("relativeMargin", number, "Of the control's value."),
          .always("isRequired", boolean), .maybe("knownFrom", moment),
        ]))),
    .always("losses", list(of: words(of: MetricName.self)), "Nearer to money, and worse."),
    .maybe("withdrawn", words(of: VariantFinding.State.self), "What the planned sample had said."),
  ])

  private static let plan = object([
    .always("planned", count, "Persons of all variants."), .always("enrolled", count),
    .maybe("daysLeft", count, "Until all of them are mature; 0 once they are."),
    .maybe("quietDays", count, "Since the last person entered."),
    .always("isForecast", boolean, "There are too few buyers to plan; the number moves."),
    .always("smallest", number, "The smallest relative effect that it finds."),
    .maybe("cap", integer(), "A person of the sample counts with at most this much."),
    .maybe(
      "basis",
      object([
        .maybe("buyers", count, "The first mature ones of the control."),
        .maybe("of", count, "Persons of the control until then."),
        .maybe("baseline", number, "The share who buy."),
        .maybe("experiment", text, "Whose control it was, before this one began."),
        .maybe("phase", count, "Of that experiment."),
      ]), "What it was made from."),
    .maybe("madeAt", moment, "Since when the ledger keeps it."), .maybe("look", planLook),
    .maybe("later", planLook, "All mature persons of full weeks, once those are more."),
  ])

  private static let planLook = object([
    .always("days", count, "From the first exposure."), .always("persons", count),
    .always("on", moment, "When the last of them was mature."),
    .always("comparisons", list(of: reportComparison)),
  ])

  private static let reportMetric = object([
    .always("name", words(of: MetricName.self)), .always("kind", words(of: MetricKind.self)),
    .always("direction", words(of: Direction.self)), .always("window", text),
    .maybe("smallest", number, "The smallest relative effect worth shipping."),
    .maybe("finalAt", moment, "When the last window closes."), .always("isMoney", boolean),
    .maybe("cap", integer(), "A person counts with at most this much."),
    .maybe("capPercentile", number, "Of those who paid: 0.99 is 99 %."),
    .maybe("cut", count, "Persons whose value was cut."), .maybe("note", text),
    .always("arms", list(of: reportArm)), .always("comparisons", list(of: reportComparison)),
  ])

  private static let reportArm = object([
    .always("variant", text), .always("persons", count, "Those whose window has closed."),
    .always("waiting", count, "Those whose window is open."), .always("erased", count),
    .maybe("value", number), .maybe("rawValue", number, "Without the cap."),
    .always("sum", text, "A whole number."), .always("squares", text, "A whole number."),
    .maybe("denominator", text, "A whole number."),
  ])

  private static let interval = object([.maybe("lower", number), .maybe("upper", number)])

  private static let effect = object([
    .always("estimate", number), .always("standardError", number),
    .always("sequential", interval, "Holds at every moment."),
    .always("fixed", interval, "Holds at one moment that was planned."), .always("p", number),
    .always("sequentialP", number), .always("chanceToWin", number),
    .always("riskOfVariant", number), .always("riskOfControl", number),
  ])

  private static let reportComparison = object([
    .always("variant", text), .maybe("relative", effect), .maybe("absolute", effect),
    .maybe("gap", words(of: Comparison.Gap.self), "Why there is no effect."),
    .maybe(
      "correctedP", number,
      "The sequential p, corrected for the number of goals and variants, or of planned rows."),
    .maybe("chanceToWin", number, "The less sure one of the lift's and the difference's."),
    .maybe(
      "adjustment",
      object([
        .always("slope", number),
        .always("varianceRemoved", number, "Of the squared standard error: 0.12 is 12 %."),
      ]), "The effects are adjusted by what persons had spent before."),
    .maybe("timeLeft", object([.always("persons", count), .always("days", count)])),
    .maybe(
      "impact",
      object([
        .always("perDay", number), .always("interval", interval),
        .always("visitorsPerDay", number),
      ])),
  ])

  private static let exclusions = object([
    .always("severalCustomers", count), .always("heldOut", count), .always("conflicted", count),
    .maybe(
      "beganLate", count,
      "Persons of whom the primary metric counts nothing, because they began too late."),
    .always(
      "erasedEarly", count,
      "Erased persons who count as they were decided before their window closed."),
    .always("erasedLeftOut", count, "Erased persons of whom the primary metric has no value."),
    .always("joinedUnits", count), .always("otherEnvironments", count),
    .always("beforeExposure", count), .always("familyShared", count),
    .always("withoutPrice", count), .always("withoutTime", count),
    .maybe(
      "contradicted", count,
      "Transactions that name one purchase and contradict each other about it; each counts."),
    .always(
      "withoutRate",
      list(
        of: object([
          .always("currency", text), .always("transactions", count), .always("total", integer()),
        ]))),
  ])

  private static let provenance = object([
    .always("release", text), .always("currency", text), .always("commission", text),
    .always(
      "rates",
      list(
        of: object([
          .always("currency", text), .always("micros", integer(from: 0)), .always("date", text),
        ]))),
    .always("capPercentile", number), .always("erasedPersons", count), .always("units", count),
    .always("personsWithCustomers", count), .maybe("newestFact", moment),
    .always("recomputation", text, "SQL for DuckDB over `paywall ledger export --tables`."),
  ])
}
