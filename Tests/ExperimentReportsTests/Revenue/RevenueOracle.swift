import PaywallCatalog
@testable import ExperimentReports

/// The same numbers by the definitions, slowly: each person is asked at the end of each month.
struct RevenueOracle {
  let people: [RevenueWorld.Person]
  let asOf: Timestamp

  /// The first moments of the months from June 2025 on.
  private var starts: [Timestamp] {
    (0..<100).map { Lives.day("2025-06-01").adding(Period(months: $0)) }.filter { $0 <= asOf }
  }

  private func end(of start: Timestamp) -> Timestamp {
    min(start.adding(Period(months: 1)).adding(milliseconds: -1), asOf)
  }

  private func isIn(_ moment: Timestamp, _ start: Timestamp) -> Bool {
    start <= moment && moment <= end(of: start)
  }

  /// Thousandths of a euro are divided by 0.8 or 0.5.
  private static func dollars(
    _ amount: Int64, _ currency: String, _ bought: Timestamp, times factor: Int64 = 1,
    over divisor: Int64 = 1
  ) -> Int64? {
    let tenths: Int64? =
      switch currency {
      case "USD": 10
      case "EUR": bought < Lives.day("2026-06-01") ? 8 : 5
      default: nil
      }
    return tenths.map { (2 * amount * factor * 10 + divisor * $0) / (2 * divisor * $0) }
  }

  private func recurring(_ person: RevenueWorld.Person, at moment: Timestamp) -> Int64 {
    running(person, at: moment).reduce(0) {
      $0 + (Self.dollars($1.price, $1.currency, $1.bought, times: 52, over: $1.length) ?? 0)
    }
  }

  private func running(_ person: RevenueWorld.Person, at moment: Timestamp) -> [RevenueWorld.Run] {
    person.runs.filter { $0.from <= moment && moment < $0.to }
  }

  private func firstPaid(_ person: RevenueWorld.Person) -> RevenueWorld.Run? {
    person.runs.filter { $0.price > 0 && $0.from <= asOf }.min { $0.from < $1.from }
  }

  var months: [RevenueReport.Month] {
    starts.map { start in
      var month = RevenueReport.Month(start: start)
      let end = end(of: start)
      let before = start.adding(milliseconds: -1)
      for person in people {
        let runs = running(person, at: end)
        month.subscriptions += runs.count { $0.price > 0 }
        month.trials += runs.count { $0.price == 0 }
        add(person, from: before, to: end, &month.recurring)
        for payment in person.payments { add(payment, to: start, &month.sales) }
      }
      return month
    }
  }

  private func add(
    _ person: RevenueWorld.Person, from before: Timestamp, to end: Timestamp,
    _ moved: inout RevenueReport.RecurringRevenue
  ) {
    guard let first = firstPaid(person), first.from <= end else { return }
    let wasCustomer = first.from <= before
    let had = wasCustomer ? !running(person, at: before).isEmpty : false
    let has = !running(person, at: end).isEmpty
    let (old, new) = (wasCustomer ? recurring(person, at: before) : 0, recurring(person, at: end))
    moved.start += old
    moved.end += new
    moved.customers += had ? 1 : 0
    moved.lost += had && !has ? 1 : 0
    moved.won += has && !had ? 1 : 0
    // Since the last month in which something was paid, nothing ran at the end of one.
    let earlier = starts.map { self.end(of: $0) }.filter { $0 >= first.from && $0 <= before }
    let paid = earlier.lastIndex { recurring(person, at: $0) > 0 } ?? -1
    let hasLapsed = earlier[(paid + 1)...].contains { running(person, at: $0).isEmpty }
    switch (old, new) {
    case (0, _) where !wasCustomer: moved.new += new
    case (0, _) where hasLapsed: moved.reactivation += new
    case (_, 0) where !has: moved.churn += old
    default:
      moved.expansion += max(new - old, 0)
      moved.contraction += max(old - new, 0)
    }
  }

  private func add(
    _ payment: RevenueWorld.Payment, to start: Timestamp, _ sales: inout RevenueReport.Sales
  ) {
    guard payment.at <= asOf,
      let gross = Self.dollars(payment.price, payment.currency, payment.at),
      let net = Self.dollars(
        payment.price, payment.currency, payment.at, times: payment.isAfterYear ? 85 : 70, over: 100
      )
    else { return }
    if isIn(payment.at, start) {
      sales.payments += 1
      sales.gross += gross
      sales.net += net
    }
    if let refunded = payment.refunded, isIn(refunded, start) {
      sales.refunded += 1
      sales.refunds += gross
      sales.net -= net
    }
  }

  var cohorts: [RevenueReport.Cohort] {
    starts.compactMap { start in
      var cohort = RevenueReport.Cohort(start: start)
      let members = people.filter { firstPaid($0).map { isIn($0.from, start) } ?? false }
      guard !members.isEmpty else { return nil }
      cohort.customers = members.count
      for person in members {
        guard let first = firstPaid(person) else { continue }
        cohort.recurring +=
          Self.dollars(first.price, first.currency, first.bought, times: 52, over: first.length)
          ?? 0
      }
      cohort.months = starts.filter { $0 >= start }.map { month in
        let end = end(of: month)
        return .init(
          customers: members.count { !running($0, at: end).isEmpty },
          recurring: members.reduce(0) { $0 + recurring($1, at: end) })
      }
      return cohort
    }
  }

  var trials: [RevenueReport.TrialWeek] {
    // 26 May 2025 is a Monday.
    (0..<200).compactMap { number in
      let start = Lives.day("2025-05-26").adding(Period(days: 7 * number))
      let end = start.adding(Period(days: 7))
      let begun = people.flatMap(\.trials).filter {
        start <= $0.start && $0.start < end && $0.start <= asOf
      }
      guard !begun.isEmpty else { return nil }
      return .init(
        start: start, started: begun.count,
        converted: begun.count { $0.paid.map { $0 <= asOf } ?? false },
        open: begun.count { asOf < $0.end })
    }
  }
}
