package import ExperimentResults
package import PaywallCatalog

/// Everything that is shown of an experiment's results: one value, from which the terminal, JSON and
/// the page are drawn. Money is in milliunits of `provenance.base`.
package struct ExperimentReport: Hashable, Sendable {
  package var experiment: String
  package var title: String?
  package var phase: Int
  package var environment: AppStoreEnvironment
  /// When the phase began; `nil` if it is not known.
  package var startedAt: Timestamp?
  /// When it ends or ended; `nil` if no end is known.
  package var endsAt: Timestamp?
  /// Up to when exposures and purchases count.
  package var asOf: Timestamp
  /// When the numbers were computed: later than `asOf` for a look back, and earlier than now for a
  /// report that was kept.
  package var computedAt: Timestamp
  /// In the order of the file; the control is named `control`.
  package var variants: [ReportVariant]
  package var verdict: Verdict
  /// The most severe first.
  package var health: [HealthCheck] = []
  /// The sample that was planned; `nil` before there is a plan.
  package var plan: ReportPlan?
  /// The metric that decides; `nil` if the experiment names none.
  package var primary: ReportMetric?
  package var secondary: [ReportMetric] = []
  package var guardrails: [ReportMetric] = []
  /// The primary metric without persons who saw two variants. They count with the first one in all
  /// other numbers, because leaving them out biases unequal shares.
  package var withoutConflicts: ReportMetric?
  /// By variant, in the order of `variants`.
  package var funnels: [Funnel] = []
  /// Proceeds per person over the days since the exposure, by variant.
  package var proceeds: [ProceedsCurve] = []
  /// The breakdowns of the primary metric.
  package var breakdowns: [Breakdown] = []
  /// The breakdowns of the other metrics, by dimensions that the file or the reader names.
  package var otherBreakdowns: [Breakdown] = []
  package var exclusions = Exclusions()
  package var provenance: Provenance
  package var details = ReportDetails()

  package var metrics: [ReportMetric] { (primary.map { [$0] } ?? []) + secondary + guardrails }
}

/// A variant as the report counts it.
package struct ReportVariant: Hashable, Sendable {
  package var name: String
  package var share: BasisPoints
  /// Persons who were exposed, erased ones too, without those who are excluded.
  package var persons: Int
  /// The number of `persons` whose records were erased.
  package var erased = 0

  package var isControl: Bool { name == Experiment.control }
}
