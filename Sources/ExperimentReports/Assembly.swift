import ExperimentResults
import Ledger
import PaywallCatalog
import PaywallTextCoding

/// Puts the sums of a phase together as a report; pure.
struct Assembly {
  let terms: ReportTerms
  let reading: PhaseReading<PhaseTally>
  let snapshot: Snapshot
  /// New purchases of the products that the experiment sells, since its start.
  let purchases: [NewPurchases]
  /// The timeline of the ledger.
  var timeline: Timeline
  /// Sales of the control in an earlier phase. `nil` if nobody asks for them, or if they are too few.
  var past: PlacementPast?
  /// The dimension by which a reader asks for all metrics.
  var asked: ResultDimension?
  /// The persons whom the holdout kept out, as one variant.
  var heldOut: PhaseTally?
  let now: Timestamp
  let erased: ErasedSums
  var tally: PhaseTally { reading.reducer }
  /// When the first and the last person were exposed, erased ones too, in milliseconds; `nil` before.
  var exposures: ClosedRange<Int64>? {
    let living = tally.firstAt <= tally.lastAt ? tally.firstAt...tally.lastAt : nil
    guard let gone = erased.exposures else { return living }
    return min(gone.lowerBound, tally.firstAt)...max(gone.upperBound, tally.lastAt)
  }
  /// In the order of the file, then recorded ones that the file does not have.
  let names: [String]

  init(
    _ terms: ReportTerms, _ reading: PhaseReading<PhaseTally>, _ snapshot: Snapshot,
    _ purchases: [NewPurchases] = [], _ timeline: Timeline = Timeline(), now: Timestamp
  ) {
    self.terms = terms
    self.reading = reading
    self.snapshot = snapshot
    self.purchases = purchases
    self.timeline = timeline
    self.now = now
    erased = ErasedSums(
      cells: reading.erased, terms: terms, lastAt: reading.reducer.lastAt, now: now)
    let declared = terms.experiment.variants.map(\.name)
    names =
      [Experiment.control] + declared.filter { $0 != Experiment.control }
      + reading.names.variants.filter { !declared.contains($0) }
      .sorted { $0.precedes($1) }
  }

  var report: ExperimentReport {
    let metrics = terms.goals.indices.map { metric($0) }
    func part(_ part: MetricTerms.Part) -> [ReportMetric] {
      zip(terms.goals, metrics).filter { $0.0.part == part }.map(\.1)
    }
    var corrected = part(.primary) + part(.secondary)
    corrected.correct()
    var primary = part(.primary).isEmpty ? nil : corrected.removeFirst()
    let plan = primary.flatMap(plan)
    let health = health(primary)
    let verdict = verdict(metrics, plan, health)
    if let progress = plan?.progress, verdict.decision == .wait {
      for index in primary?.comparisons.indices ?? 0..<0 {
        primary?.comparisons[index].timeLeft = progress
      }
    }
    var report = ExperimentReport(
      experiment: terms.experiment.id, title: terms.experiment.title,
      phase: terms.experiment.phase, environment: terms.environment,
      startedAt: terms.experiment.schedule.start, endsAt: terms.experiment.schedule.end,
      asOf: terms.asOf, computedAt: now, variants: names.map(variant), verdict: verdict,
      health: health, plan: plan, primary: primary, secondary: corrected,
      guardrails: part(.guardrail), withoutConflicts: withoutConflicts,
      funnels: names.map(funnel), proceeds: names.map(curve), breakdowns: breakdowns,
      exclusions: exclusions, provenance: provenance(primary))
    report.otherBreakdowns = otherBreakdowns
    report.details = details(primary)
    return report
  }

  /// Returns the sums of a variant; they are empty if it has no exposures.
  func variantTally(_ name: String) -> PhaseTally.VariantTally {
    guard let number = reading.names.variants.firstIndex(of: name),
      tally.variants.indices.contains(number)
    else { return PhaseTally.VariantTally(terms) }
    return tally.variants[number]
  }

  private func variant(_ name: String) -> ReportVariant {
    let gone = erased.persons(of: name)
    return ReportVariant(
      name: name, share: terms.experiment.variant(named: name)?.share ?? .none,
      persons: variantTally(name).persons + gone, erased: gone)
  }

  private func funnel(_ name: String) -> Funnel {
    let tally = variantTally(name)
    return Funnel(
      variant: name, shown: tally.persons - tally.funnel.waiting, started: tally.funnel.started,
      paid: tally.funnel.paid,
      renewed: tally.funnel.renewed, waiting: tally.funnel.waiting)
  }

  private func curve(_ name: String) -> ProceedsCurve {
    let tally = variantTally(name)
    let (days, all) = (terms.curveDays, tally.persons)
    var left = all
    var total: Int128 = 0
    var points: [ProceedsCurve.Point] = []
    for day in 1...days {
      left -= tally.ages[day - 1]
      total += tally.money[day]
      guard left > 0 else { break }
      points.append(
        ProceedsCurve.Point(
          day: day, persons: left, total: Int64(clamping: total), isImmature: left < all))
    }
    return ProceedsCurve(variant: name, points: points)
  }

  private var exclusions: Exclusions {
    var exclusions = tally.excluded
    exclusions.otherEnvironments = reading.unitsElsewhere
    if let primary = terms.goals.first, primary.part == .primary {
      for name in names {
        exclusions.erasedEarly += erased.decidedEarly(for: primary, name)
        exclusions.erasedLeftOut += erased.persons(of: name) - erased.count(of: primary, name)
      }
    }
    return exclusions
  }

  private func provenance(_ primary: ReportMetric?) -> Provenance {
    let money = terms.money
    let currencies = Set(money.rates?.days.flatMap(\.micros.keys) ?? []).sorted()
    return Provenance(
      release: snapshot.release, base: money.base,
      rates: currencies.compactMap { currency in
        money.rate(of: currency).map {
          Provenance.PinnedRate(currency: currency, micros: $0.micros, date: $0.date)
        }
      },
      commission: money.commissionWords,
      capPercentile: primary?.capPercentile ?? Winsorising.percentile / 100,
      erasedPersons: names.reduce(0) { $0 + erased.persons(of: $1) }, units: tally.units,
      personsWithCustomers: tally.personsWithCustomers, newestFact: reading.arrival?.newest,
      recomputation: Recomputation(terms: terms).sql)
  }
}
