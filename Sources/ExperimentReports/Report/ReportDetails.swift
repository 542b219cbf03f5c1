package import ExperimentResults
package import PaywallCatalog

/// The context of a report's numbers: what the variants are, what happened, day by day.
package struct ReportDetails: Hashable, Sendable {
  package var hypothesis: String?
  package var owner: String?
  /// The paywall of each variant, at each placement.
  package var shown: [VariantPaywall] = []
  /// The purchases of each product after the exposure.
  package var purchases: [ProductPurchases] = []
  /// By day of the first exposure.
  package var days: [ReportDay] = []
  /// The releases that changed the phase, the oldest first.
  package var events: [ReportEvent] = []
  /// The past verdicts, each with the moment at which a report first reached it, the oldest first.
  package var verdicts: [KeptVerdict] = []
  package var settings = ReportSettings()
  /// The comparison with the holdout, by metric; empty without held-out persons.
  package var holdout: [HoldoutComparison] = []

  package struct KeptVerdict: Hashable, Sendable {
    package var at: Timestamp
    /// `Verdict.Decision.text`.
    package var decision: String
    package var sentence: String
  }
}

/// A metric of all who were enrolled, against those whom the holdout kept out.
package struct HoldoutComparison: Hashable, Sendable {
  package var metric: MetricName
  package var isMoney: Bool
  /// The control is the holdout.
  package var comparison: Comparison

  /// Everybody who was enrolled as the variant.
  package var named: NamedComparison {
    NamedComparison(variant: "enrolled", comparison: comparison)
  }
}

/// The paywall that a variant shows at a placement.
package struct VariantPaywall: Hashable, Sendable {
  package var variant: String
  package var placement: String
  /// `nil` is nothing.
  package var paywall: String?
  /// Each with its offers, `pro_yearly (trial, loyalty)`.
  package var products: [String]
}

/// A day of first exposures, UTC, with the primary metric of all persons up to it.
package struct ReportDay: Hashable, Sendable {
  /// `2026-11-01`.
  package var date: String
  /// New persons of each variant.
  package var persons: [Int]
  /// The variants against the control, over the persons up to this day whose window has closed.
  package var comparisons: [NamedComparison]
}

/// The changes that a release made to the phase.
package struct ReportEvent: Hashable, Sendable {
  package var at: Timestamp
  package var release: String
  /// In words, such as `traffic 50%`.
  package var changes: [String]
  /// The start moved while visitors may have been enrolled.
  package var movesStart = false
}

/// How the numbers are judged.
package struct ReportSettings: Hashable, Sendable {
  /// The confidence of intervals: 0.95.
  package var confidence = 0.95
  /// The power of the planned sample.
  package var power = 0.8
  /// The smallest effect that it is planned for.
  package var smallest = 0.1
  /// Comparisons that share what is left of the confidence.
  package var comparisons = 1
  /// The number of persons at which sequential intervals are tightest.
  package var tuning = 0.0
}
