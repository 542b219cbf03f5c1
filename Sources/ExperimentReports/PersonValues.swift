import ExperimentResults
import Ledger
import PaywallCatalog

/// The purchases and events of one person after the first exposure.
struct PersonValues {
  let at: Int64
  /// Sorted by time, none before the exposure or after the report's moment.
  let purchases: [Purchase]
  let events: ArraySlice<PhaseColumns.Event>
  let hasCustomer: Bool

  /// The value of a metric and, of a ratio, what it is divided by.
  func value(of metric: MetricTerms, _ terms: ReportTerms) -> (value: Int64, per: Int64) {
    let end = at + metric.window
    if metric.goal.name == .saved {
      return hasCustomer ? (isRenewalOff(before: end) ? 0 : 1, 1) : (0, 0)
    }
    guard !purchases.isEmpty else { return (0, 0) }
    switch metric.goal.name {
    case .startRate: return (has { $0.isStart && $0.at < end }, 0)
    case .paidRate: return (hasPaid(metric), 0)
    case .trialToPaid: return trialToPaid(metric)
    case .proceedsPerVisitor: return (proceeds(before: end, terms.money), 0)
    case .refundShare:
      let paid = purchases.filter { $0.isPaidPeriod && $0.at < end }
      return (Int64(paid.count { $0.isReturned(before: end) }), Int64(paid.count))
    case .cancelWithin24h:
      let starts = purchases.filter { $0.isStart && $0.isSubscription && $0.at < end }
      let isCancelled = starts.contains { start in
        events.contains {
          $0.kind == .turnedOff && $0.chain == start.chain
            && start.at <= $0.at
            && $0.at < start.at + Maturity.day
        }
      }
      return (isCancelled ? 1 : 0, starts.isEmpty ? 0 : 1)
    case .billingFailure:
      let starts = purchases.filter { $0.isStart && $0.isSubscription && $0.at < end }
      let hasFailed = starts.contains { start in
        events.contains {
          $0.kind == .billingFailed && $0.chain == start.chain
            && start.at <= $0.at && $0.at < end
        }
      }
      return (hasFailed ? 1 : 0, starts.isEmpty ? 0 : 1)
    case .secondRenewal: return (mostPaid(before: end) >= 3 ? 1 : 0, 0)
    case .saved: return (0, 0)
    case .stillPaying: return (has { $0.isPaidPeriod && $0.at < end }, 0)
    }
  }

  /// Whether renewal of a subscription was turned off after the exposure, and not on again.
  private func isRenewalOff(before end: Int64) -> Bool {
    events.contains { off in
      off.kind == .turnedOff && at <= off.at && off.at < end
        && !events.contains {
          $0.kind == .turnedOn && $0.chain == off.chain && off.at <= $0.at && $0.at < end
        }
    }
  }

  /// Whether a purchase that began within the lead was paid for within the window. With a trial it is
  /// paid for later than without: a purchase that begins after the lead counts for no variant, so
  /// that all have the same time to begin.
  private func hasPaid(_ metric: MetricTerms) -> Int64 {
    let end = at + metric.maturity.window
    return has { paid in
      paid.isPaidPeriod && paid.at < end
        && (paid.at < at + metric.lead
          || purchases.contains { $0.chain == paid.chain && $0.at < at + metric.lead })
    }
  }

  /// Counts a person with a trial, and a paid transaction of the same purchase after it.
  private func trialToPaid(_ metric: MetricTerms) -> (Int64, Int64) {
    let end = at + metric.maturity.window
    let trials = purchases.filter { $0.isFreePeriod && $0.at < at + metric.lead }
    let isConverted = trials.contains { trial in
      purchases.contains {
        $0.isPaidPeriod && $0.chain == trial.chain && trial.at < $0.at && $0.at < end
      }
    }
    return (isConverted ? 1 : 0, trials.isEmpty ? 0 : 1)
  }

  /// Whether nothing counts because it began after the lead of a metric.
  func beganLate(for metric: MetricTerms, _ counted: (value: Int64, per: Int64)) -> Bool {
    let end = at + metric.maturity.window
    switch metric.goal.name {
    case .paidRate:
      return counted.value == 0 && purchases.contains { $0.isPaidPeriod && $0.at < end }
    case .trialToPaid:
      return counted.per == 0 && purchases.contains { $0.isFreePeriod && $0.at < end }
    case .startRate, .proceedsPerVisitor, .refundShare, .cancelWithin24h, .billingFailure,
      .secondRenewal, .saved, .stillPaying:
      return false
    }
  }

  /// Milliunits of the base.
  func proceeds(before end: Int64, _ money: MoneyTerms) -> Int64 {
    purchases.reduce(0) { sum, purchase in
      guard purchase.at < end, let amount = money.proceeds(purchase, before: end) else {
        return sum
      }
      let (total, isTooLarge) = sum.addingReportingOverflow(amount)
      return isTooLarge ? .max : total
    }
  }

  /// The most paid transactions of one purchase.
  ///
  /// - Parameter chains: those that count; `nil` for all.
  func mostPaid(before end: Int64, of chains: Set<UInt16>? = nil) -> Int {
    var counts: [UInt16: Int] = [:]
    for purchase in purchases where purchase.isPaidPeriod && purchase.at < end {
      guard chains?.contains(purchase.chain) ?? true else { continue }
      counts[purchase.chain, default: 0] += 1
    }
    return counts.values.max() ?? 0
  }

  private func has(_ isMeant: (Purchase) -> Bool) -> Int64 {
    purchases.contains(where: isMeant) ? 1 : 0
  }
}
