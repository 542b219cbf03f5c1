package import ExperimentReports
package import ExperimentResults
package import HTTPDocuments
import PaywallCatalog

extension ReportMetric: AnswerObject {
  package static let members = Members<Self> {
    $0.always("name") { $0.name }
    $0.always("kind") { $0.kind }
    $0.always("direction") { $0.direction }
    $0.always("window") { $0.window.description }
    $0.maybe("smallest", "The smallest relative effect worth shipping.") { $0.smallest }
    $0.maybe("finalAt", "When the last window closes.") { $0.finalAt }
    $0.always("isMoney") { $0.isMoney }
    $0.maybe("cap", "A person counts with at most this much.") { $0.cap }
    $0.maybe("capPercentile", "The percentile, among payers, that sets the cap: 0.99 is 99 %.") {
      $0.capPercentile
    }
    $0.maybe("cut", "Persons whose value was cut.") { $0.cap == nil ? nil : $0.cut }
    $0.maybe("note") { $0.note }
    $0.always("arms") { metric in
      metric.arms.map { CountedArm(arm: $0, kind: metric.kind) }
    }
    $0.always("comparisons") { $0.comparisons }
  }
}

/// An arm, as a metric of its kind counts it.
struct CountedArm: AnswerObject {
  let arm: ReportArm
  let kind: MetricKind

  static let members = Members<Self> {
    $0.always("variant") { $0.arm.variant }
    $0.always("persons", "The persons whose window has closed.") { $0.arm.persons }
    $0.always("waiting", "The persons whose window is open.") { $0.arm.waiting }
    $0.always("erased") { $0.arm.erased }
    $0.maybe("value") { $0.arm.value($0.kind) }
    $0.maybe("rawValue", "Without the cap.") { $0.arm.rawValue($0.kind) }
    // Exact, as text: sums of squares do not fit into a number of JSON.
    $0.always("sum", "A whole number.") { String($0.arm.moments.sum) }
    $0.always("squares", "A whole number.") { String($0.arm.moments.squares) }
    $0.maybe("denominator", "A whole number.") {
      $0.kind == .ratio ? String($0.arm.moments.denominatorSum) : nil
    }
  }
}

/// A breakdown, as a metric of its kind counts it.
struct CountedBreakdown: AnswerObject {
  let breakdown: Breakdown
  let kind: MetricKind

  static let members = Members<Self> {
    $0.always("dimension") { $0.breakdown.dimension }
    $0.always("metric") { $0.breakdown.metric }
    $0.always("isExploratory", "The experiment's file does not name it.") {
      $0.breakdown.isExploratory
    }
    $0.always("rows") { counted in
      counted.breakdown.rows.map { Row(row: $0, kind: counted.kind) }
    }
  }

  struct Row: AnswerObject {
    let row: Breakdown.Row
    let kind: MetricKind

    static let members = Members<Self> {
      $0.always("value") { $0.row.value }
      $0.always("arms") { counted in
        counted.row.arms.map { CountedArm(arm: $0, kind: counted.kind) }
      }
      $0.always("comparisons") { $0.row.comparisons }
    }
  }
}

extension NamedComparison: AnswerObject {
  package static let members = Members<Self> {
    $0.always("variant") { $0.variant }
    $0.maybe("relative") { $0.comparison.relative }
    $0.maybe("absolute") { $0.comparison.difference }
    $0.maybe("gap", "Why there is no effect.") { $0.comparison.gap }
    $0.maybe(
      "correctedP",
      "The sequential p, corrected for the number of goals and variants, or of planned rows."
    ) { $0.correctedP }
    $0.maybe("chanceToWin", "The less sure one of the lift's and the difference's.") {
      $0.comparison.chanceToWin
    }
    $0.maybe("adjustment", "The effects are adjusted by what persons had spent before.") {
      $0.comparison.adjustment
    }
    $0.maybe("timeLeft") { $0.timeLeft.flatMap(TimeLeft.init) }
    $0.maybe("impact") { $0.impact }
  }

  private struct TimeLeft: AnswerObject {
    let persons: Int
    let days: Int

    init?(_ progress: PlanProgress) {
      guard let days = progress.daysLeft else { return nil }
      (persons, self.days) = (progress.missing, days)
    }

    static let members = Members<Self> {
      $0.always("persons") { $0.persons }
      $0.always("days") { $0.days }
    }
  }
}

extension Comparison.Adjustment: AnswerObject {
  package static let members = Members<Self> {
    $0.always("slope") { $0.slope }
    $0.always("varianceRemoved", "The share of the squared standard error: 0.12 is 12 %.") {
      $0.varianceRemoved
    }
  }
}

extension ScaledImpact: AnswerObject {
  package static let members = Members<Self> {
    $0.always("perDay") { $0.perDay }
    $0.always("interval") { $0.interval }
    $0.always("visitorsPerDay") { $0.visitorsPerDay }
  }
}

extension Effect: AnswerObject {
  package static let members = Members<Self> {
    $0.always("estimate") { $0.estimate }
    $0.always("standardError") { $0.standardError }
    $0.always("sequential", "Holds at every moment.") { $0.sequential }
    $0.always("fixed", "Holds at one moment that was planned.") { $0.fixed }
    $0.always("p") { $0.p }
    $0.always("sequentialP") { $0.sequentialP }
    $0.always("chanceToWin") { $0.posterior.chanceToWin }
    $0.always("riskOfVariant") { $0.posterior.riskOfVariant }
    $0.always("riskOfControl") { $0.posterior.riskOfControl }
  }
}

extension Interval: AnswerObject {
  package static let members = Members<Self> {
    $0.maybe("lower") { $0.lower }
    $0.maybe("upper") { $0.upper }
  }
}
