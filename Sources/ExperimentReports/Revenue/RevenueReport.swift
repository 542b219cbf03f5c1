package import PaywallCatalog

/// The money that an app earns, month by month, from the facts of its ledger. All of it is in milliunits of
/// `base`; the article *Revenue* defines every number.
package struct RevenueReport: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  /// The moment up to which everything counts.
  package var asOf: Timestamp
  package var computedAt: Timestamp
  /// The release of the configuration that the report was made with.
  package var release: String
  /// The currency of all money, ISO 4217.
  package var base: String
  /// Apple's commission, in words: `30%, 15% of a subscription after a year`.
  package var commission: String
  /// Every month since the first purchase; the last one ends with `asOf`.
  package var months: [Month] = []
  /// By the week in which trials began, the earliest first.
  package var trials: [TrialWeek] = []
  /// By the month in which customers first paid for a subscription, the earliest first.
  package var cohorts: [Cohort] = []
  /// The payments from `salesSince` on, by what was bought, where and under which offer.
  package var products: [Sales] = []
  package var storefronts: [Sales] = []
  package var offers: [Sales] = []
  /// The first moment of the twelve months whose payments are broken down.
  package var salesSince: Timestamp
  package var leftOut = LeftOut()

  package struct Month: Hashable, Sendable {
    /// The first moment, UTC.
    package var start: Timestamp
    package var recurring = RecurringRevenue()
    /// Paid subscriptions that run at the end of the month.
    package var subscriptions = 0
    /// Trials and other free periods that run at the end of the month.
    package var trials = 0
    /// The payments and refunds of the month.
    package var sales = Sales()

    package init(start: Timestamp) { self.start = start }
  }

  /// The monthly prices of the subscriptions that run, and the movements of a month:
  /// start + new + expansion + reactivation − contraction − churn = end.
  package struct RecurringRevenue: Hashable, Sendable {
    package var start: Int64 = 0
    package var new: Int64 = 0
    package var expansion: Int64 = 0
    package var reactivation: Int64 = 0
    package var contraction: Int64 = 0
    package var churn: Int64 = 0
    package var end: Int64 = 0
    /// The part of expansion less contraction that only exchange rates moved.
    package var rates: Int64 = 0
    /// Customers who have paid and whose subscription runs when the month begins.
    package var customers = 0
    /// The customers among them whose subscription does not run at its end.
    package var lost = 0
    /// Customers whose subscription runs at its end only.
    package var won = 0
  }

  /// gross − refunds − commission = net
  package struct Sales: Hashable, Sendable {
    /// A product id, a storefront or an offer; empty for all.
    package var name = ""
    package var payments = 0
    package var refunded = 0
    package var gross: Int64 = 0
    package var refunds: Int64 = 0
    package var net: Int64 = 0

    package var commission: Int64 { gross - refunds - net }
  }

  package struct TrialWeek: Hashable, Sendable {
    /// The first moment of the Monday, UTC.
    package var start: Timestamp
    package var started = 0
    /// The trials that a paid period followed.
    package var converted = 0
    /// The trials that still run.
    package var open = 0
  }

  package struct Cohort: Hashable, Sendable {
    /// The first moment of the month, UTC.
    package var start: Timestamp
    package var customers = 0
    /// The monthly prices of their first payments.
    package var recurring: Int64 = 0
    /// At the end of that month and of each one after it.
    package var months: [Point] = []

    package struct Point: Hashable, Sendable {
      /// Customers whose subscription runs.
      package var customers = 0
      package var recurring: Int64 = 0
    }
  }

  /// The transactions that no sum has.
  package struct LeftOut: Hashable, Sendable {
    /// Paid ones without a price, a currency or a time of purchase.
    package var incomplete = 0
    /// Transactions of family members and of seats: the purchaser's are counted.
    package var shared = 0
    /// Customers whose first known payment is a renewal: they paid before the ledger heard of them.
    package var cutOff = 0
    /// Payments in a currency without a rate, by currency.
    package var withoutRate: [Exclusions.CurrencyTotal] = []
  }
}
