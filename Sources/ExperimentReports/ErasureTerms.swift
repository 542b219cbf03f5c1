import ExperimentResults
package import Ledger
package import PaywallCatalog

/// The metrics of a configuration's experiments, for the values that erased persons leave: each
/// value is the one that a report would count.
package struct ErasureTerms: PersonMetrics {
  private let snapshot: Snapshot
  private let timeline: Timeline
  private let now: Timestamp

  package init(_ snapshot: Snapshot, _ timeline: Timeline, at now: Timestamp) {
    self.snapshot = snapshot
    self.timeline = timeline
    self.now = now
  }

  package init(
    _ snapshot: Snapshot, of ledger: any Ledger, at now: Timestamp
  ) async throws(LedgerFailure) {
    self.init(snapshot, try await ledger.timeline(), at: now)
  }

  package func values(
    of person: PersonFacts, seeing variant: String, in experiment: String, phase: Int
  ) -> [(value: ErasedValue, spendBefore: Int64)] {
    guard let terms = terms(of: experiment, phase: phase) else { return [] }
    var columns = PhaseColumns()
    columns.add(person)
    var tally = PhaseTally(terms)
    tally.add(columns)
    // A person who is held out, or has several customers, counts for no variant.
    guard let sums = tally.variants.last, sums.persons == 1 else { return [] }
    var marks: ErasedValue.Marks = person.isConflicted ? [.isConflicted] : []
    let spend = Int64(clamping: sums.covariates.covariateSum)
    var values = [
      (
        value: ErasedValue(metric: ErasedValue.persons, value: 1, marks: marks),
        spendBefore: spend
      )
    ]
    if tally.paidPurchases > 0 {
      values.append(
        (
          value: ErasedValue(
            metric: ErasedSums.paidPurchases, value: Int64(tally.paidPurchases),
            per: Int64(tally.purchasesWithoutRate)), spendBefore: spend
        ))
    }
    if sums.allBuyers > 0 { marks.insert(.isBought) }
    for (metric, goal) in zip(terms.goals, sums.goals) {
      let isMature = metric.maturity.isMature(
        exposedAt: person.at.milliseconds, at: now.milliseconds)
      let value = goal.payments.first?.value ?? Int64(clamping: goal.moments.sum)
      values.append(
        (
          value: ErasedValue(
            metric: metric.erasedName, value: value,
            per: Int64(clamping: goal.moments.denominatorSum),
            marks: isMature ? marks : marks.union(.isOpen)), spendBefore: spend
        ))
    }
    return values
  }

  package func firstDay(of experiment: String, phase: Int) -> Int? {
    terms(of: experiment, phase: phase)?.experiment.schedule.start
      .map { Int($0.milliseconds / Maturity.day) }
  }

  /// `nil` for a phase that neither the files nor the timeline know.
  private func terms(of id: String, phase: Int) -> ReportTerms? {
    guard let experiment = snapshot.experiments[id] else { return nil }
    // Every window counts as closed: values are as they are now.
    let asOf = Timestamp(milliseconds: now.milliseconds + 100 * 366 * Timestamp.day)
    guard phase != experiment.phase else {
      return ReportTerms(experiment, in: snapshot, .production, asOf: asOf)
    }
    guard let served = try? ServedPhase(phase, of: experiment, timeline, snapshot) else {
      return nil
    }
    return ReportTerms(
      served.experiment, shown: served.shown, in: snapshot, .production, asOf: asOf)
  }
}

extension MetricTerms {
  /// The metric with its windows, in milliseconds: erased persons count for no other.
  var erasedName: String {
    "\(goal.name.rawValue) \(window) \(lead) \(maturity.window)"
  }
}
