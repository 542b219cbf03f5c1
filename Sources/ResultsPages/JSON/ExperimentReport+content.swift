package import ExperimentResults
package import PaywallCatalog

extension ExperimentReport {
  /// The report as JSON: what the page shows, as numbers. Money is in milliunits of
  /// `provenance.currency`; shares and effects are 0…1; an open side of an interval is left out.
  package var content: Content {
    .members([
      ("experiment", .text(experiment)), ("title", title.map { .text($0) }),
      ("phase", .integer(Int64(phase))), ("environment", .text(environment.rawValue)),
      ("startedAt", startedAt.map { .text($0.rfc3339) }),
      ("endsAt", endsAt.map { .text($0.rfc3339) }), ("asOf", .text(asOf.rfc3339)),
      ("computedAt", .text(computedAt.rfc3339)), ("verdict", verdict.content),
      ("variants", .list(variants.map(\.content))), ("health", .list(health.map(\.content))),
      ("plan", plan?.content), ("primary", primary?.content),
      ("secondary", .list(secondary.map(\.content))),
      ("guardrails", .list(guardrails.map(\.content))),
      ("withoutConflicts", withoutConflicts?.content),
      ("funnels", .list(funnels.map(\.content))), ("proceeds", .list(proceeds.map(\.content))),
      ("breakdowns", .list(breakdowns.map { $0.content(primary?.kind ?? .mean) })),
      (
        "otherBreakdowns",
        .list(
          otherBreakdowns.map { breakdown in
            breakdown.content(metrics.first { $0.name == breakdown.metric }?.kind ?? .mean)
          })
      ),
      ("exclusions", exclusions.content),
      ("provenance", provenance.content), ("details", details.content),
      ("nextCommand", nextCommand.map { .text($0) }),
    ])
  }
}

extension Content {
  /// An object without the members that have no value.
  static func members(_ members: [(String, Content?)]) -> Content {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// `nil` for what JSON cannot say.
  static func finite(_ number: Double) -> Content? { number.isFinite ? .number(number) : nil }
}

extension ReportVariant {
  fileprivate var content: Content {
    .members([
      ("name", .text(name)), ("share", .text("\(share)")), ("persons", .integer(Int64(persons))),
      ("erased", .integer(Int64(erased))),
    ])
  }
}

extension HealthCheck {
  fileprivate var content: Content {
    .members([
      ("check", .text(kind.rawValue)), ("state", .text(state.rawValue)),
      ("subject", subject.map { .text($0) }), ("p", p.flatMap(Content.finite)),
      ("value", value.flatMap(Content.finite)), ("sentence", .text(sentence)),
    ])
  }
}

extension ReportMetric {
  fileprivate var content: Content {
    .members([
      ("name", .text(name.rawValue)), ("kind", .text(kind.rawValue)),
      ("direction", .text(direction.rawValue)), ("window", .text("\(window)")),
      ("smallest", smallest.flatMap(Content.finite)),
      ("finalAt", finalAt.map { .text($0.rfc3339) }), ("isMoney", .boolean(isMoney)),
      ("cap", cap.map { .integer($0) }),
      ("capPercentile", capPercentile.flatMap(Content.finite)),
      ("cut", cap.map { _ in .integer(Int64(cut)) }), ("note", note.map { .text($0) }),
      ("arms", .list(arms.map { $0.content(kind) })),
      ("comparisons", .list(comparisons.map(\.content))),
    ])
  }
}

extension ReportArm {
  fileprivate func content(_ kind: MetricKind) -> Content {
    .members([
      ("variant", .text(variant)), ("persons", .integer(Int64(persons))),
      ("waiting", .integer(Int64(waiting))), ("erased", .integer(Int64(erased))),
      ("value", value(kind).flatMap(Content.finite)),
      ("rawValue", rawValue(kind).flatMap(Content.finite)),
      // Exact, as text: sums of squares do not fit into a number of JSON.
      ("sum", .text(String(moments.sum))), ("squares", .text(String(moments.squares))),
      ("denominator", kind == .ratio ? .text(String(moments.denominatorSum)) : nil),
    ])
  }
}

extension NamedComparison {
  var content: Content {
    let left = timeLeft.flatMap { progress in
      progress.daysLeft.map { days in
        Content.members([
          ("persons", .integer(Int64(progress.missing))), ("days", .integer(Int64(days))),
        ])
      }
    }
    return .members([
      ("variant", .text(variant)), ("relative", comparison.relative?.content),
      ("absolute", comparison.difference?.content),
      ("gap", comparison.gap.map { .text($0.rawValue) }),
      ("correctedP", correctedP.flatMap(Content.finite)),
      ("chanceToWin", comparison.chanceToWin.flatMap(Content.finite)),
      ("adjustment", comparison.adjustment?.content), ("timeLeft", left),
      (
        "impact",
        impact.map {
          .members([
            ("perDay", .finite($0.perDay)), ("interval", $0.interval.content),
            ("visitorsPerDay", .finite($0.visitorsPerDay)),
          ])
        }
      ),
    ])
  }
}

extension Comparison.Adjustment {
  fileprivate var content: Content {
    .members([
      ("slope", .finite(slope)), ("varianceRemoved", .finite(varianceRemoved)),
    ])
  }
}

extension Effect {
  fileprivate var content: Content {
    .members([
      ("estimate", .finite(estimate)), ("standardError", .finite(standardError)),
      ("sequential", sequential.content), ("fixed", fixed.content), ("p", .finite(p)),
      ("sequentialP", .finite(sequentialP)),
      ("chanceToWin", .finite(posterior.chanceToWin)),
      ("riskOfVariant", .finite(posterior.riskOfVariant)),
      ("riskOfControl", .finite(posterior.riskOfControl)),
    ])
  }
}

extension Interval {
  var content: Content {
    .members([("lower", .finite(lower)), ("upper", .finite(upper))])
  }
}

extension Funnel {
  fileprivate var content: Content {
    .members([
      ("variant", .text(variant)), ("shown", .integer(Int64(shown))),
      ("started", .integer(Int64(started))), ("paid", .integer(Int64(paid))),
      ("renewed", .integer(Int64(renewed))), ("waiting", .integer(Int64(waiting))),
    ])
  }
}

extension ProceedsCurve {
  fileprivate var content: Content {
    .members([
      ("variant", .text(variant)),
      (
        "points",
        .list(
          points.map {
            .members([
              ("day", .integer(Int64($0.day))), ("persons", .integer(Int64($0.persons))),
              ("total", .integer($0.total)), ("isImmature", .boolean($0.isImmature)),
            ])
          })
      ),
    ])
  }
}

extension Breakdown {
  /// - Parameter kind: of its metric.
  fileprivate func content(_ kind: MetricKind) -> Content {
    .members([
      ("dimension", .text(dimension)), ("metric", .text(metric.rawValue)),
      ("isExploratory", .boolean(isExploratory)),
      (
        "rows",
        .list(
          rows.map { row in
            .members([
              ("value", .text(row.value)), ("arms", .list(row.arms.map { $0.content(kind) })),
              ("comparisons", .list(row.comparisons.map(\.content))),
            ])
          })
      ),
    ])
  }
}

extension Exclusions {
  fileprivate var content: Content {
    .members([
      ("severalCustomers", .integer(Int64(severalCustomers))),
      ("heldOut", .integer(Int64(heldOut))), ("conflicted", .integer(Int64(conflicted))),
      ("beganLate", beganLate.map { .integer(Int64($0)) }),
      ("erasedEarly", .integer(Int64(erasedEarly))),
      ("erasedLeftOut", .integer(Int64(erasedLeftOut))),
      ("joinedUnits", .integer(Int64(joinedUnits))),
      ("otherEnvironments", .integer(Int64(otherEnvironments))),
      ("beforeExposure", .integer(Int64(beforeExposure))),
      ("familyShared", .integer(Int64(familyShared))),
      ("withoutPrice", .integer(Int64(withoutPrice))),
      ("withoutTime", .integer(Int64(withoutTime))),
      ("contradicted", contradicted > 0 ? .integer(Int64(contradicted)) : nil),
      (
        "withoutRate",
        .list(
          withoutRate.map {
            .members([
              ("currency", .text($0.currency)), ("transactions", .integer(Int64($0.transactions))),
              ("total", .integer($0.total)),
            ])
          })
      ),
    ])
  }
}

extension Provenance {
  fileprivate var content: Content {
    .members([
      ("release", .text(release)), ("currency", .text(base)), ("commission", .text(commission)),
      (
        "rates",
        .list(
          rates.map {
            .members([
              ("currency", .text($0.currency)), ("micros", .integer($0.micros)),
              ("date", .text($0.date)),
            ])
          })
      ),
      ("capPercentile", .finite(capPercentile)), ("erasedPersons", .integer(Int64(erasedPersons))),
      ("units", .integer(Int64(units))),
      ("personsWithCustomers", .integer(Int64(personsWithCustomers))),
      ("newestFact", newestFact.map { .text($0.rfc3339) }),
      ("recomputation", .text(recomputation)),
    ])
  }
}
