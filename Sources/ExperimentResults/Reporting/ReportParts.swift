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
  package var waiting: Int

  package init(
    variant: String, shown: Int, started: Int, paid: Int, renewed: Int, waiting: Int = 0
  ) {
    self.variant = variant
    self.shown = shown
    self.started = started
    self.paid = paid
    self.renewed = renewed
    self.waiting = waiting
  }
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

    package init(day: Int, persons: Int, total: Int64, isImmature: Bool) {
      self.day = day
      self.persons = persons
      self.total = total
      self.isImmature = isImmature
    }

    /// Milliunits per person.
    package var perPerson: Double { persons > 0 ? Double(total) / Double(persons) : 0 }
  }

  package init(variant: String, points: [Point]) {
    self.variant = variant
    self.points = points
  }
}

/// The primary metric by one dimension of the first exposure.
package struct Breakdown: Hashable, Sendable {
  /// `storefront`, `platform`, `appVersion`, `new` or `placement`.
  package var dimension: String
  package var metric: MetricName
  /// The experiment's file does not name it.
  package var isExploratory: Bool
  /// The most persons first; the last one may be `other`.
  package var rows: [Row]

  package struct Row: Hashable, Sendable {
    package var value: String
    /// In the order of the report's variants.
    package var arms: [ReportArm]
    package var comparisons: [NamedComparison]

    package init(value: String, arms: [ReportArm], comparisons: [NamedComparison] = []) {
      self.value = value
      self.arms = arms
      self.comparisons = comparisons
    }
  }

  package init(
    dimension: String, metric: MetricName, isExploratory: Bool = true, rows: [Row]
  ) {
    self.dimension = dimension
    self.metric = metric
    self.isExploratory = isExploratory
    self.rows = rows
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

  package init() {}

  package struct CurrencyTotal: Hashable, Sendable {
    package var currency: String
    package var transactions: Int
    /// Milliunits of that currency, refunds taken off, before commission.
    package var total: Int64

    package init(currency: String, transactions: Int, total: Int64) {
      self.currency = currency
      self.transactions = transactions
      self.total = total
    }
  }
}

/// Where the numbers come from, and how they are computed again.
package struct Provenance: Hashable, Sendable {
  /// The release of the configuration that the report was made with.
  package var release: String
  /// The currency of all money.
  package var base: String
  /// Pinned for the phase: one rate per currency for the whole comparison.
  package var rates: [PinnedRate]
  /// Apple's commission, in words: `30%, 15% after a year`.
  package var commission: String
  /// The percentile of persons with money at which money is cut: 0.999.
  package var capPercentile: Double
  /// Persons whose records were erased, over all variants: they count in totals as aggregates.
  package var erasedPersons: Int
  /// Units whose exposures were read.
  package var units: Int
  /// Persons with a known customer.
  package var personsWithCustomers: Int
  /// The newest fact that the ledger has; `nil` without any.
  package var newestFact: Timestamp?
  /// SQL for DuckDB over the folder that `paywall ledger export --tables` writes.
  package var recomputation: String

  package struct PinnedRate: Hashable, Sendable {
    package var currency: String
    /// Millionths of the currency for one unit of the base.
    package var micros: Int64
    /// The date of the rate: `2026-11-01`.
    package var date: String

    package init(currency: String, micros: Int64, date: String) {
      self.currency = currency
      self.micros = micros
      self.date = date
    }
  }

  package init(
    release: String, base: String, rates: [PinnedRate] = [], commission: String = "",
    capPercentile: Double = 0.999, erasedPersons: Int = 0, units: Int = 0,
    personsWithCustomers: Int = 0, newestFact: Timestamp? = nil, recomputation: String = ""
  ) {
    self.release = release
    self.base = base
    self.rates = rates
    self.commission = commission
    self.capPercentile = capPercentile
    self.erasedPersons = erasedPersons
    self.units = units
    self.personsWithCustomers = personsWithCustomers
    self.newestFact = newestFact
    self.recomputation = recomputation
  }
}
