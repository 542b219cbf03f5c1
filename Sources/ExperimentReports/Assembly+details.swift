import ExperimentResults
import Ledger
import PaywallCatalog
import Serving

extension Assembly {
  /// Returns the variants' paywalls, the purchases, the events and the metric by day.
  func details(_ primary: ReportMetric?) -> ReportDetails {
    var details = ReportDetails()
    details.hypothesis = terms.experiment.hypothesis
    details.owner = terms.experiment.owner
    details.shown = shown
    details.purchases = purchasesByProduct
    details.days = days(primary)
    details.events = events
    details.verdicts = timeline.verdicts(
      of: terms.experiment.id, phase: terms.experiment.phase
    ).filter { $0.at <= terms.asOf }.map { kept in
      ReportDetails.KeptVerdict(
        at: kept.at, decision: kept.verdict.decision, sentence: kept.verdict.sentence)
    }
    details.holdout = holdout
    let settings = settings.shared(by: max(1, names.count - 1))
    details.settings.confidence = 1 - self.settings.alpha
    details.settings.comparisons = max(1, names.count - 1)
    details.settings.tuning = settings.tuning
    details.settings.smallest = Double((terms.goals.first?.smallest ?? .none).value) / 10_000
    return details
  }

  private var shown: [VariantPaywall] {
    terms.experiment.variants.flatMap { variant in
      terms.experiment.placements.compactMap { placement in
        guard let show = variant.show(at: placement) else { return nil }
        guard case .paywall(let id) = show else {
          return VariantPaywall(
            variant: variant.name, placement: placement, paywall: nil, products: [])
        }
        return VariantPaywall(
          variant: variant.name, placement: placement, paywall: id,
          products: (snapshot.paywalls[id]?.products ?? []).map { entry in
            entry.offers.isEmpty
              ? entry.sale : "\(entry.sale) (\(entry.offers.joined(separator: ", ")))"
          })
      }
    }
  }

  private func days(_ primary: ReportMetric?) -> [ReportDay] {
    guard let range = exposureDays, let metric = terms.goals.first else { return [] }
    let isCompared = primary != nil
    let daily = isCompared ? names.map { self.daily($0, cap: primary?.cap) } : []
    var settings = settings.shared(by: max(1, names.count - 1))
    settings.direction = metric.direction
    let persons = names.map { personsByDay($0, range) }
    var sums = names.map { _ in Moments() }
    return range.enumerated().map { offset, day in
      for arm in daily.indices { sums[arm] += daily[arm][offset] }
      let comparisons = daily.indices.dropFirst().map { arm in
        NamedComparison(
          variant: names[arm],
          comparison: Comparison(
            metric.kind, control: sums[0], variant: sums[arm], settings))
      }
      return ReportDay(
        date: Self.date(of: day), persons: persons.map { $0[offset] }, comparisons: comparisons)
    }
  }

  private func personsByDay(_ name: String, _ range: Range<Int64>) -> [Int] {
    var days = Array(repeating: 0, count: range.count)
    for (cell, count) in variantTally(name).cellCounts where range.contains(cell.day) {
      days[Int(cell.day - range.lowerBound)] += count
    }
    return days
  }

  /// Each release that changed the phase, up to the moment of the report.
  private var events: [ReportEvent] {
    var state: [PhaseState.Part: String] = [:]
    var found: [ReportEvent] = []
    for event in timeline.events where event.at <= terms.asOf {
      guard case .phase(let id, let number, let part) = event.subject,
        PhaseName(id, number) == PhaseName(terms.experiment.id, terms.experiment.phase)
      else { continue }
      let before = state.updateValue(event.value, forKey: part)
      guard let words = part.words(event.value, before: before) else { continue }
      let movesStart = part == .start && before != nil
      if let last = found.last, last.at == event.at, last.release == event.release {
        found[found.count - 1].changes.append(words)
        found[found.count - 1].movesStart = last.movesStart || movesStart
      } else {
        found.append(
          ReportEvent(
            at: event.at, release: event.release, changes: [words], movesStart: movesStart))
      }
    }
    return found
  }
}

extension PhaseState.Part {
  /// `nil` for what says nothing when it begins.
  fileprivate func words(_ value: String, before: String?) -> String? {
    switch self {
    case .status: return value
    case .start:
      guard let before else { return value.isEmpty ? nil : "starts \(value)" }
      return "start moved from \(before.isEmpty ? "none" : before) to "
        + (value.isEmpty ? "none" : value)
    case .end:
      if value.isEmpty { return before == nil ? nil : "no end" }
      return "ends \(value)"
    case .traffic: return "traffic \(value)"
    case .slice: return value.isEmpty ? nil : "slice \(value)"
    case .after: return before == nil ? nil : "afterwards: \(value)"
    case .earlierPhases: return before == nil ? nil : "visitors of earlier phases: \(value)"
    case .audience: return before == nil ? nil : "another audience"
    case .prices, .terms: return before == nil ? nil : "other terms of what is sold or drawn"
    case .override: return value.isEmpty ? nil : "override: \(value.drop { $0 != " " }.dropFirst())"
    }
  }
}
