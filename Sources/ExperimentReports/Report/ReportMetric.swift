package import ExperimentResults
package import PaywallCatalog

/// One metric of all variants.
package struct ReportMetric: Hashable, Sendable {
  package var name: MetricName
  package var kind: MetricKind
  package var direction: Direction
  /// The time after the exposure that counts.
  package var window: Period
  /// Purchases and trials that begin later than this after the exposure count for no variant; `nil`
  /// if there is no such rule.
  package var lead: Period?
  /// The smallest relative effect worth shipping; 0.03 is 3 %.
  package var smallest: Double?
  /// When the last window closes; `nil` while enrolment goes on.
  package var finalAt: Timestamp?
  /// Values are milliunits of money.
  package var isMoney = false
  /// The value per person beyond which it is cut; `nil` for a metric that is not money.
  package var cap: Int64?
  /// The percentile of the cap, 0.99 is 99 %.
  package var capPercentile: Double?
  /// Persons whose value was cut.
  package var cut = 0
  /// In the order of the report's variants.
  package var arms: [ReportArm]
  /// The variants but the control, in their order.
  package var comparisons: [NamedComparison]
  /// Something that a reader must know of this number, as a sentence.
  package var note: String?
}

/// One variant by one metric.
package struct ReportArm: Hashable, Sendable {
  package var variant: String
  /// Persons whose window has closed, erased ones too; they alone count.
  package var persons: Int
  /// Persons whose window is still open.
  package var waiting = 0
  /// The number of `persons` whose records were erased; they count as aggregates.
  package var erased = 0
  /// The sums from which everything else follows; capped for money.
  package var moments: Moments
  /// Money without the cap.
  package var raw: Moments?

  /// The number that is shown; `nil` if there is nothing to divide by.
  package func value(_ kind: MetricKind) -> Double? { Self.value(moments, kind) }

  /// The same without the cap.
  package func rawValue(_ kind: MetricKind) -> Double? { raw.flatMap { Self.value($0, kind) } }

  private static func value(_ moments: Moments, _ kind: MetricKind) -> Double? {
    switch kind {
    case .proportion, .mean: moments.units > 0 ? moments.mean : nil
    case .ratio:
      moments.denominatorSum == 0
        ? nil : Double(moments.sum) / Double(moments.denominatorSum)
    }
  }
}

/// A variant compared with the control.
package struct NamedComparison: Hashable, Sendable {
  package var variant: String
  package var comparison: Comparison
  /// The sequential p, corrected for the number of goals and variants, and of rows of planned breakdowns;
  /// `nil` for guardrails, which are not.
  package var correctedP: Double?
  /// The impact if everybody got the variant; `nil` without an effect.
  package var impact: ScaledImpact?
  /// The time left for the planned sample, while the verdict waits for it.
  package var timeLeft: PlanProgress?
}
