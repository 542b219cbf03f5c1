import Ledger
import PaywallCatalog

/// The subscriptions of one customer at the end of each month.
struct CustomerMonths {
  private(set) var ends: [End]
  /// The months that are not empty, and the one after.
  private(set) var used = 0..<0

  struct End {
    /// The sum of the monthly prices, in milliunits of the base.
    fileprivate(set) var recurring: Int64 = 0
    /// How many subscriptions run, paid or free.
    fileprivate(set) var running = 0
    /// Equal at two moments at which the customer pays the same prices in the same currencies.
    fileprivate(set) var prices = 0
  }

  init(count: Int) { ends = Array(repeating: End(), count: count) }

  mutating func addSubscription(at months: Range<Int>) {
    use(months)
    for month in months { ends[month].running += 1 }
  }

  mutating func add(_ monthly: MonthlyPrice, at months: Range<Int>) {
    use(months)
    let price = monthly.hashValue
    for month in months {
      ends[month].recurring.add(monthly.base)
      ends[month].prices &+= price
    }
  }

  mutating func clear() {
    for month in used { ends[month] = End() }
    used = 0..<0
  }

  private mutating func use(_ months: Range<Int>) {
    guard !months.isEmpty else { return }
    let end = min(months.upperBound + 1, ends.count)
    used =
      used.isEmpty
      ? months.lowerBound..<end
      : min(used.lowerBound, months.lowerBound)..<max(used.upperBound, end)
  }
}

/// The part of a price that pays for a month.
struct MonthlyPrice: Hashable {
  /// Its number in `RevenueTally`.
  var currency: Int
  /// Milliunits of the currency.
  var own: Int64
  /// Milliunits of the base, by the rate of the day of the purchase.
  var base: Int64

  static func == (left: Self, right: Self) -> Bool {
    left.own == right.own && left.currency == right.currency
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(currency)
    hasher.combine(own)
  }
}

extension RevenueReport.RecurringRevenue {
  /// Sorts what a customer's month changed.
  ///
  /// - Parameters:
  ///   - isNew: the customer paid for the first time in this month.
  ///   - hasLapsed: no subscription ran at the end of an earlier month, and nothing was paid since.
  mutating func add(
    _ now: CustomerMonths.End, after before: CustomerMonths.End, isNew: Bool, hasLapsed: Bool
  ) {
    start.add(before.recurring)
    end.add(now.recurring)
    customers += before.running > 0 ? 1 : 0
    lost += before.running > 0 && now.running == 0 ? 1 : 0
    won += before.running == 0 && now.running > 0 ? 1 : 0
    let change = now.recurring - before.recurring
    if before.recurring == 0, isNew {
      new.add(change)
    } else if before.recurring == 0, hasLapsed {
      reactivation.add(change)
    } else if now.running == 0 {
      churn.add(-change)
    } else {
      if change > 0 { expansion.add(change) } else { contraction.add(-change) }
      if now.prices == before.prices { rates.add(change) }
    }
  }
}
