import ExperimentResults
import Ledger
import PaywallCatalog

/// What erased persons add to a metric. Their sums were taken when they were erased, without a window
/// and without a cap, and they are added once all persons of their day are mature.
struct ErasedSums {
  let cells: [ErasedCell]
  let terms: ReportTerms
  /// When the last person of the phase was exposed.
  let lastAt: Int64

  /// Persons of a variant.
  func persons(of variant: String) -> Int { cells(of: variant).reduce(0) { $0 + $1.persons } }

  /// The sums of a variant; `nil` for a metric that erasure keeps nothing of.
  func moments(of metric: MetricTerms, _ variant: String) -> (mature: Moments, waiting: Int)? {
    guard metric.goal.name.isKeptByErasure else { return nil }
    var (sum, waiting) = (Moments(), 0)
    for cell in cells(of: variant) {
      if isMature(cell, metric) {
        sum += moments(of: metric.goal.name, cell)
      } else {
        waiting += cell.persons
      }
    }
    return (sum, waiting)
  }

  private func cells(of variant: String) -> [ErasedCell] {
    cells.filter { $0.key.variant == variant }
  }

  private func isMature(_ cell: ErasedCell, _ metric: MetricTerms) -> Bool {
    let last = cell.key.group.map { Int64($0.day + 1) * Maturity.day } ?? lastAt
    return metric.maturity.isMature(exposedAt: last, at: terms.asOf.milliseconds)
  }

  private func moments(of metric: MetricName, _ cell: ErasedCell) -> Moments {
    let before = money(in: cell, ErasedMetric.spendBefore, .none)
    func moments(_ value: [Part], per denominator: [Part] = []) -> Moments {
      Moments(
        units: cell.persons, sum: cell.sum(of: value), squares: cell.product(value, value),
        denominatorSum: cell.sum(of: denominator),
        denominatorSquares: cell.product(denominator, denominator),
        ratioProducts: cell.product(value, denominator), covariateSum: cell.sum(of: before),
        covariateSquares: cell.product(before, before),
        covariateProducts: cell.product(value, before),
        denominatorCovariateProducts: cell.product(denominator, before))
    }
    switch metric {
    case .startRate: return moments([.count(.started)])
    case .paidRate: return moments([.count(.paid)])
    case .trialToPaid: return moments([.count(.converted)], per: [.count(.trials)])
    case .refundShare: return moments([.count(.refunds)], per: [.count(.purchases)])
    case .proceedsPerVisitor:
      // At the commission of the first year: how old the subscriptions were is not kept.
      return moments(money(in: cell, ErasedMetric.spendAfter, terms.money.commission.standard))
    case .cancelWithin24h, .billingFailure, .secondRenewal: return Moments()
    }
  }

  /// The amounts of all currencies that have a rate.
  private func money(
    in cell: ErasedCell, _ metric: (String) -> ErasedMetric, _ commission: BasisPoints
  ) -> [Part] {
    cell.currencies(of: metric).compactMap { currency in
      terms.money.rate(of: currency).map {
        .amount(metric(currency), micros: $0.micros, commission: commission)
      }
    }
  }
}

/// A part of a value: a number that erasure kept, or milliunits of a currency that become those of the
/// base.
private enum Part {
  case count(ErasedMetric)
  case amount(ErasedMetric, micros: Int64, commission: BasisPoints)

  var metric: ErasedMetric {
    switch self {
    case .count(let metric), .amount(let metric, _, _): metric
    }
  }

  var factor: Double {
    switch self {
    case .count: 1
    case .amount(_, let micros, let commission):
      Double(10_000 - commission.value) / 10_000 * 1e6 / Double(micros)
    }
  }
}

extension ErasedCell {
  fileprivate func sum(of parts: [Part]) -> Int128 {
    parts.reduce(0) { sum, part in
      switch part {
      case .count(let metric): sum + self[metric]
      case .amount(let metric, let micros, let commission):
        sum + MoneyTerms.proceeds(self[metric], micros: micros, commission: commission)
      }
    }
  }

  /// Of two values; exact for numbers, and rounded once for money.
  fileprivate func product(_ left: [Part], _ right: [Part]) -> Int128 {
    if case .count(let one)? = left.first, case .count(let other)? = right.first {
      return self[one, times: other]
    }
    var sum = 0.0
    for one in left {
      for other in right {
        sum += Double(self[one.metric, times: other.metric]) * (one.factor * other.factor)
      }
    }
    return Int128(exactly: sum.rounded()) ?? .max
  }

  /// Those of a metric that has one, sorted.
  fileprivate func currencies(of metric: (String) -> ErasedMetric) -> [String] {
    let prefix = metric("").rawValue
    return Set(sums.keys.map(\.metric.rawValue).filter { $0.hasPrefix(prefix) })
      .map { String($0.dropFirst(prefix.count)) }.sorted()
  }
}

extension ErasedCell {
  /// Erased units whom results compare.
  fileprivate var persons: Int { counts.units - counts.heldOut }
}

extension MetricName {
  fileprivate var isKeptByErasure: Bool {
    switch self {
    case .startRate, .paidRate, .trialToPaid, .proceedsPerVisitor, .refundShare: true
    case .cancelWithin24h, .billingFailure, .secondRenewal: false
    }
  }
}
