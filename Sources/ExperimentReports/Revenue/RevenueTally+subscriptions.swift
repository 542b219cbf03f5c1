import Ledger
import PaywallCatalog

extension RevenueTally {
  mutating func addSubscriptions(_ counted: CountedCustomer) {
    let periods = counted.purchases.prefix { $0.isPeriod }
    var first: (start: Timestamp, monthly: Int64, isCutOff: Bool)?
    for (place, period) in zip(periods.indices, periods) where period.start <= terms.asOf {
      let ends = terms.monthEnds(from: period.start, to: period.end)
      if !period.isAddition { customer.addSubscription(at: ends) }
      guard period.isPaid else {
        if !period.isAddition { addTrial(at: place, of: periods, until: ends) }
        continue
      }
      addPrice(of: period, counted.returns(of: place - periods.startIndex))
      guard !period.isAddition else { continue }
      for month in ends { months[month].subscriptions += 1 }
      if first.map({ period.start < $0.start }) ?? true {
        let isFirst =
          place == periods.startIndex
          || periods[place - 1].subscription != period.subscription
        first = (
          period.start, monthly(period.price, of: period)?.base ?? 0, isFirst && period.isRenewal
        )
      }
    }
    if let first {
      addMovements(since: first.start, paying: first.monthly)
      if first.isCutOff { leftOut.cutOff += 1 }
    }
    customer.clear()
  }

  /// Seats that were given back pay nothing from then on.
  private mutating func addPrice(
    of period: CountedPurchase, _ returns: ArraySlice<CountedReturn>
  ) {
    var (from, kept) = (period.start, period.price)
    for given in returns where given.at < period.end {
      add(kept, of: period, from: from, to: given.at)
      (from, kept) = (max(from, given.at), given.kept)
    }
    add(kept, of: period, from: from, to: period.end)
  }

  private mutating func add(
    _ kept: Int64, of period: CountedPurchase, from start: Timestamp, to end: Timestamp
  ) {
    let ends = terms.monthEnds(from: start, to: end)
    guard !ends.isEmpty, let monthly = monthly(kept, of: period) else { return }
    customer.add(monthly, at: ends)
  }

  /// The part of the rest of a price that pays for a month.
  private func monthly(_ kept: Int64, of period: CountedPurchase) -> MonthlyPrice? {
    let place = Int(period.terms)
    guard period.marks.isSuperset(of: [.hasTime, .hasPrice]),
      let rate = sums[place].rates?.micros(at: period.start)
    else { return nil }
    return RevenueTerms.monthly(
      kept, of: sums[place].terms.length, in: sums[place].currency, rate)
  }

  /// - Parameter monthly: what the first payment comes to each month.
  private mutating func addMovements(since start: Timestamp, paying monthly: Int64) {
    let cohort = terms.month(of: start)
    cohorts[cohort].customers += 1
    cohorts[cohort].recurring.add(monthly)
    var hasLapsed = false
    var before = CustomerMonths.End()
    for month in cohort..<max(cohort, customer.used.upperBound) {
      let now = customer.ends[month]
      months[month].recurring.add(
        now, after: before, isNew: month == cohort, hasLapsed: hasLapsed)
      if now.running > 0 { cohorts[cohort].add(now, inMonth: month - cohort) }
      if now.recurring > 0 { hasLapsed = false }
      if now.running == 0 { hasLapsed = true }
      before = now
    }
  }

  // MARK: Trials

  /// - Parameter ends: the months at whose end the free period runs.
  private mutating func addTrial(
    at place: Int, of periods: ArraySlice<CountedPurchase>, until ends: Range<Int>
  ) {
    for month in ends { months[month].trials += 1 }
    let period = periods[place]
    let before = periods[..<place].last { !$0.isAddition }
    if let before, before.subscription == period.subscription, before.isFollowed(by: period) {
      return
    }
    let day = period.start.startOfDay
    // 1970 began on a Thursday.
    let weekday = (day.milliseconds / Timestamp.day + 3) % 7
    let monday = day.adding(milliseconds: -weekday * Timestamp.day)
    trials[monday, default: .init(start: monday)]
      .add(periods[place...].trialOutcome(asOf: terms.asOf))
  }
}

private enum TrialOutcome { case open, converted, lost }

extension ArraySlice<CountedPurchase> {
  /// The outcome of the trial that the periods begin with, which may have several free ones.
  fileprivate func trialOutcome(asOf: Timestamp) -> TrialOutcome {
    var last = self[startIndex]
    for next in dropFirst() where !next.isAddition {
      guard next.subscription == last.subscription, next.start <= asOf, last.isFollowed(by: next)
      else { break }
      if next.isPaid { return .converted }
      last = next
    }
    return last.end > asOf ? .open : .lost
  }
}

extension CountedPurchase {
  /// Whether the next one goes on with the subscription: Apple renewed it, or it was bought while this one
  /// ran.
  fileprivate func isFollowed(by next: Self) -> Bool {
    next.isRenewal || next.start <= end.adding(milliseconds: Timestamp.day)
  }
}

extension RevenueReport.TrialWeek {
  fileprivate mutating func add(_ outcome: TrialOutcome) {
    started += 1
    switch outcome {
    case .open: open += 1
    case .converted: converted += 1
    case .lost: break
    }
  }
}

extension RevenueReport.Cohort {
  fileprivate mutating func add(_ now: CustomerMonths.End, inMonth month: Int) {
    while months.count <= month { months.append(Point()) }
    months[month].customers += 1
    months[month].recurring.add(now.recurring)
  }
}
