/// The rates that convert money in results, from `store/rates.yaml`.
package struct StoreRates: Sendable {
  /// ISO 4217; the currency that results are in.
  package var base: String
  /// By date, the oldest first.
  package var days: [Day]
  package var commission: Commission

  package init(base: String, days: [Day] = [], commission: Commission = Commission()) {
    self.base = base
    self.days = days
    self.commission = commission
  }

  /// The rates of one date.
  package struct Day: Sendable {
    /// `2026-11-01`
    package var date: String
    /// The first moment of the date, UTC.
    package var at: Timestamp
    /// Millionths of a currency for one unit of the base, by currency.
    package var micros: [String: Int64]

    package init(date: String, at: Timestamp, micros: [String: Int64]) {
      self.date = date
      self.at = at
      self.micros = micros
    }
  }

  /// The share of a price that Apple keeps.
  package struct Commission: Sendable {
    package var standard: BasisPoints
    /// The share from a year after a subscription's first purchase on.
    package var afterYear: BasisPoints

    package init(standard: BasisPoints = Self.usual, afterYear: BasisPoints = Self.reduced) {
      self.standard = standard
      self.afterYear = afterYear
    }

    /// 30 %
    package static let usual = BasisPoints(3000) ?? .all
    /// 15 %: in the small business program, and after a year of paid service.
    package static let reduced = BasisPoints(1500) ?? .all
  }

  /// A rate and the date that it is of.
  package struct Rate: Sendable {
    package var date: String
    package var micros: Int64
  }

  /// Millionths.
  package static let one: Int64 = 1_000_000

  /// The rate of a currency that a phase is pinned to: the newest at its start, or the first one
  /// after. The same for everything in the phase: a rate that moves would be an effect of time.
  package func rate(of currency: String, forPhaseFrom start: Timestamp) -> Rate? {
    if currency == base { return Rate(date: "", micros: Self.one) }
    let known = days.filter { $0.micros[currency] != nil }
    guard let day = known.last(where: { $0.at <= start }) ?? known.first else { return nil }
    return day.micros[currency].map { Rate(date: day.date, micros: $0) }
  }
}
