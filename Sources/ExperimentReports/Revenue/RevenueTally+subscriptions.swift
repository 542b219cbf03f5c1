import Subscribers
import Ledger
import PaywallCatalog

extension RevenueTally {
  mutating func addSubscriptions(_ periods: PurchasedPeriods) {
    var first: (start: Timestamp, monthly: Int64, isCutOff: Bool)?
    for (place, period) in periods.all.enumerated() where period.start <= terms.asOf {
      let fact = periods.facts[period.fact]
      let ends = terms.monthEnds(from: period.start, to: period.end)
      if !period.isAddition { customer.addSubscription(at: ends) }
      guard period.isPaid else {
        if !period.isAddition { addTrial(at: place, of: periods, until: ends) }
        continue
      }
      addPrice(of: fact, period)
      guard !period.isAddition else { continue }
      for month in ends { months[month].subscriptions += 1 }
      if first.map({ period.start < $0.start }) ?? true {
        let monthly = fact.price.flatMap { terms.monthly($0, fact) }
        let isFirst = place == 0 || periods.all[place - 1].subscription != period.subscription
        first = (period.start, monthly?.base ?? 0, isFirst && period.isRenewal)
      }
    }
    if let first {
      addMovements(since: first.start, paying: first.monthly)
      if first.isCutOff { leftOut.cutOff += 1 }
    }
    customer.clear()
  }

  /// Seats that were given back pay nothing from then on.
  private mutating func addPrice(of fact: TransactionFact, _ period: PurchasedPeriods.Period) {
    guard let price = fact.price else { return }
    var (from, kept) = (period.start, price)
    for given in fact.returns where given.at < period.end {
      add(kept, of: fact, from: from, to: given.at)
      (from, kept) = (max(from, given.at), price - given.share.of(price))
    }
    add(kept, of: fact, from: from, to: period.end)
  }

  private mutating func add(
    _ kept: Int64, of fact: TransactionFact, from start: Timestamp, to end: Timestamp
  ) {
    let ends = terms.monthEnds(from: start, to: end)
    guard !ends.isEmpty, let monthly = terms.monthly(kept, fact) else { return }
    customer.add(monthly, at: ends)
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
    at place: Int, of periods: PurchasedPeriods, until ends: Range<Int>
  ) {
    for month in ends { months[month].trials += 1 }
    let period = periods.all[place]
    let before = periods.all[..<place].last { !$0.isAddition }
    if let before, before.subscription == period.subscription, before.isFollowed(by: period) {
      return
    }
    let day = period.start.startOfDay
    // 1970 began on a Thursday.
    let weekday = (day.milliseconds / Timestamp.day + 3) % 7
    let monday = day.adding(milliseconds: -weekday * Timestamp.day)
    trials[monday, default: .init(start: monday)]
      .add(periods.outcome(ofTrialAt: place, asOf: terms.asOf))
  }
}

extension PurchasedPeriods {
  fileprivate enum TrialOutcome { case open, converted, lost }

  /// The outcome of a trial, which may have several free periods.
  fileprivate func outcome(ofTrialAt place: Int, asOf: Timestamp) -> TrialOutcome {
    var last = all[place]
    for next in all[(place + 1)...] where !next.isAddition {
      guard next.subscription == last.subscription, next.start <= asOf, last.isFollowed(by: next)
      else { break }
      if next.isPaid { return .converted }
      last = next
    }
    return last.end > asOf ? .open : .lost
  }
}

extension PurchasedPeriods.Period {
  /// Whether the next one goes on with the subscription: Apple renewed it, or it was bought while this one
  /// ran.
  fileprivate func isFollowed(by next: Self) -> Bool {
    next.isRenewal || next.start <= end.adding(milliseconds: Timestamp.day)
  }
}

extension RevenueReport.TrialWeek {
  fileprivate mutating func add(_ outcome: PurchasedPeriods.TrialOutcome) {
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
