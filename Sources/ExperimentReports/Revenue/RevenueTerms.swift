import PaywallCatalog

/// How revenue is computed: the months, the rates of each day and Apple's commission. A class, because a
/// snapshot is copied slowly.
final class RevenueTerms: Sendable {
  let snapshot: Snapshot
  let money: MoneyTerms
  let asOf: Timestamp
  /// The first moments of all months from that in which the App Store opened to that of `asOf`.
  let months: [Timestamp]
  private let rates: [String: [DayRate]]

  init(_ snapshot: Snapshot, asOf: Timestamp) {
    self.snapshot = snapshot
    self.asOf = asOf
    money = MoneyTerms(snapshot.rates, phaseStart: asOf)
    let first = Timestamp(rfc3339: "2008-07-01T00:00Z") ?? asOf
    months = Array(
      sequence(first: first) { start in
        let next = start.adding(Period(months: 1))
        return next <= asOf ? next : nil
      })
    var rates: [String: [DayRate]] = [:]
    for day in snapshot.rates?.days ?? [] {
      for (currency, micros) in day.micros {
        rates[currency, default: []].append(DayRate(at: day.at, micros: micros))
      }
    }
    rates[money.base] = [DayRate(at: first, micros: StoreRates.one)]
    self.rates = rates
  }

  /// The number of the month that has a moment; what is earlier than all of them is of the first.
  func month(of moment: Timestamp) -> Int {
    var month = min(max(moment.days(since: months[0]) / 31, 0), months.count - 1)
    while month + 1 < months.count, months[month + 1] <= moment { month += 1 }
    return month
  }

  /// The months at whose last moment a time runs; for the month of `asOf` that is `asOf`.
  func monthEnds(from start: Timestamp, to end: Timestamp) -> Range<Int> {
    guard start <= asOf, start < end else { return 0..<0 }
    let after = end > asOf ? months.count : month(of: end)
    let first = month(of: start)
    return first..<max(first, after)
  }

  /// The rates of each day, the earliest first; `nil` without any.
  func rates(of currency: String) -> [DayRate]? { rates[currency] }

  /// The part of a price that pays for a month; `nil` if the period is unknown. A week is 12/52 of a month.
  ///
  /// - Parameter rate: of the day of the purchase.
  static func monthly(_ kept: Int64, of length: Int, in currency: Int, _ rate: Int64)
    -> MonthlyPrice?
  {
    // A year is 52 weeks of 7 days.
    guard length > 0 else { return nil }
    let own = MoneyTerms.scaled(Int128(kept), by: 364, over: Int128(length))
    let base = MoneyTerms.scaled(
      Int128(kept), by: 364 * Int128(StoreRates.one), over: Int128(length) * Int128(rate))
    return MonthlyPrice(
      currency: currency, own: Int64(clamping: own), base: Int64(clamping: base))
  }
}

/// The rate of a currency from a day on.
struct DayRate {
  var at: Timestamp
  var micros: Int64
}

extension [DayRate] {
  /// The rate of a moment: the newest one of then, or else the first one after.
  func micros(at moment: Timestamp) -> Int64 {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].at <= moment { low = middle + 1 } else { high = middle }
    }
    return self[Swift.max(low - 1, 0)].micros
  }
}
