import Subscribers
import Ledger
import PaywallCatalog

/// How revenue is computed: the months, the rates of each day and Apple's commission. A class, because a
/// snapshot is copied slowly.
final class RevenueTerms: Sendable {
  let snapshot: Snapshot
  let money: MoneyTerms
  let asOf: Timestamp
  /// The first moments of all months from that in which the App Store opened to that of `asOf`.
  let months: [Timestamp]
  private let rates: [String: [(at: Timestamp, micros: Int64)]]

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
    var rates: [String: [(at: Timestamp, micros: Int64)]] = [:]
    for day in snapshot.rates?.days ?? [] {
      for (currency, micros) in day.micros { rates[currency, default: []].append((day.at, micros)) }
    }
    rates[money.base] = [(first, StoreRates.one)]
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

  /// The rate of a day: the newest one of then, or else the first one after.
  func micros(of currency: String, at moment: Timestamp) -> Int64? {
    guard let rates = rates[currency] else { return nil }
    var (low, high) = (0, rates.count)
    while low < high {
      let middle = (low + high) / 2
      if rates[middle].at <= moment { low = middle + 1 } else { high = middle }
    }
    return rates[max(low - 1, 0)].micros
  }

  /// The part of a price that pays for a month; `nil` if the rate or the period is unknown. A week is
  /// 12/52 of a month.
  func monthly(_ kept: Int64, _ fact: TransactionFact) -> MonthlyPrice? {
    guard let currency = fact.currency, let bought = fact.boughtAt,
      let micros = micros(of: currency, at: bought),
      let period = fact.billedPeriod(in: snapshot)
    else { return nil }
    // A year is 52 weeks of 7 days.
    let length = Int128(364 * period.months + 12 * period.days)
    guard length > 0 else { return nil }
    let own = MoneyTerms.scaled(Int128(kept), by: 364, over: length)
    let base = MoneyTerms.scaled(
      Int128(kept), by: 364 * Int128(StoreRates.one), over: length * Int128(micros))
    return MonthlyPrice(
      currency: currency, own: Int64(clamping: own), base: Int64(clamping: base))
  }
}
