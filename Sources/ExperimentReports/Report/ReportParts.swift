package import PaywallCatalog

/// How many persons of a variant came how far, without a window: as of the report's moment.
package struct Funnel: Hashable, Sendable {
  package var variant: String
  package var shown: Int
  /// Bought something or began a trial.
  package var started: Int
  /// Paid at least once.
  package var paid: Int
  /// Paid at least twice for one subscription.
  package var renewed: Int
  /// Persons among `shown` who may still change what follows: their trial could be running.
  package var waiting = 0
}

/// The proceeds per person of a variant by the day after the exposure.
package struct ProceedsCurve: Hashable, Sendable {
  package var variant: String
  /// By day, from the first.
  package var points: [Point]

  package struct Point: Hashable, Sendable {
    /// Whole days since the exposure: 1 is the end of the first 24 hours.
    package var day: Int
    /// Persons who were exposed at least so long ago.
    package var persons: Int
    /// The proceeds of all these persons together by then; milliunits of the base currency, without
    /// a cap.
    package var total: Int64
    /// Some persons of the variant were exposed later, so that the point will still change.
    package var isImmature: Bool

    /// Milliunits per person.
    package var perPerson: Double { persons > 0 ? Double(total) / Double(persons) : 0 }
  }
}

/// The primary metric by one dimension of the first exposure.
package struct Breakdown: Hashable, Sendable {
  /// `storefront`, `platform`, `appVersion`, `new` or `placement`.
  package var dimension: String
  package var metric: MetricName
  /// The experiment's file does not name it.
  package var isExploratory = true
  /// The most persons first; the last one may be `other`.
  package var rows: [Row]

  package struct Row: Hashable, Sendable {
    package var value: String
    /// In the order of the report's variants.
    package var arms: [ReportArm]
    package var comparisons: [NamedComparison] = []
  }
}

/// The persons, units and transactions that do not count, with their numbers.
package struct Exclusions: Hashable, Sendable {
  // Persons who do not count.
  /// Persons who reached several of Apple's customers: it is not known whose purchases are theirs.
  package var severalCustomers = 0
  /// Persons who were exposed although the holdout has them.
  package var heldOut = 0
  // Persons who count with their first variant, and not in `withoutConflicts`.
  package var conflicted = 0
  /// Persons who paid, or had a trial, and of whom the primary metric counts nothing, because it began too
  /// late to be decided within the window whatever the variant; `nil` if the metric has no such rule.
  package var beganLate: Int?
  /// Erased persons whose windows were open: they count as they were decided then.
  package var erasedEarly = 0
  /// Erased persons of whom nothing counts: they were erased by an earlier version, or the windows of
  /// the primary metric are others now.
  package var erasedLeftOut = 0
  // Persons whose units are one: units beyond the first of each person.
  package var joinedUnits = 0
  // Units in other environments of the App Store.
  package var otherEnvironments = 0
  // Transactions that do not count.
  package var beforeExposure = 0
  package var familyShared = 0
  /// Paid ones of which Apple named no price or no currency.
  package var withoutPrice = 0
  package var withoutTime = 0
  /// Transactions that name one purchase and contradict each other about it; each counts.
  package var contradicted = 0
  /// Money without a rate, by currency.
  package var withoutRate: [CurrencyTotal] = []

  package struct CurrencyTotal: Hashable, Sendable {
    package var currency: String
    package var transactions: Int
    /// Milliunits of that currency, refunds taken off, before commission.
    package var total: Int64
  }
}

/// Where the numbers come from, and how they are computed again.
package struct Provenance: Hashable, Sendable {
  /// The release of the configuration that the report was made with.
  package var release: String
  /// The currency of all money.
  package var base: String
  /// Pinned for the phase: one rate per currency for the whole comparison.
  package var rates: [PinnedRate] = []
  /// Apple's commission, in words: `30%, 15% after a year`.
  package var commission = ""
  /// The percentile of persons with money at which money is cut: 0.999.
  package var capPercentile = 0.999
  /// Persons whose records were erased, over all variants: they count in totals as aggregates.
  package var erasedPersons = 0
  /// Units whose exposures were read.
  package var units = 0
  /// Persons with a known customer.
  package var personsWithCustomers = 0
  /// The newest fact that the ledger has; `nil` without any.
  package var newestFact: Timestamp?
  /// SQL for DuckDB over the folder that `paywall ledger export --tables` writes.
  package var recomputation = ""

  package struct PinnedRate: Hashable, Sendable {
    package var currency: String
    /// Millionths of the currency for one unit of the base.
    package var micros: Int64
    /// The date of the rate: `2026-11-01`.
    package var date: String
  }
}
