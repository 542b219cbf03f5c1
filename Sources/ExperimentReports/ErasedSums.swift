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
    func ratio(_ value: ErasedMetric, per other: ErasedMetric) -> Moments {
      Moments(
        units: cell.persons, sum: cell[value], squares: cell[value, times: value],
        denominatorSum: cell[other], denominatorSquares: cell[other, times: other],
        ratioProducts: cell[value, times: other])
    }
    switch metric {
    case .startRate:
      return Moments(
        units: cell.persons, sum: cell[.started], squares: cell[.started, times: .started])
    case .paidRate:
      return Moments(units: cell.persons, sum: cell[.paid], squares: cell[.paid, times: .paid])
    case .trialToPaid: return ratio(.converted, per: .trials)
    case .refundShare: return ratio(.refunds, per: .purchases)
    case .proceedsPerVisitor: return money(of: cell)
    case .cancelWithin24h, .billingFailure, .secondRenewal: return Moments()
    }
  }

  /// At the commission of the first year: how old the subscriptions were is not kept.
  private func money(of cell: ErasedCell) -> Moments {
    let known = cell.currencies.compactMap { currency in
      terms.money.rate(of: currency).map { (metric: ErasedMetric.spendAfter(currency), rate: $0) }
    }
    let commission = terms.money.commission.standard
    var moments = Moments(units: cell.persons)
    var squares = 0.0
    for (metric, rate) in known {
      moments.sum += MoneyTerms.proceeds(
        cell[metric], micros: rate.micros, commission: commission)
      for (other, itsRate) in known {
        let share = Double(10_000 - commission.value) / 10_000
        let factor = share * share * 1e12 / (Double(rate.micros) * Double(itsRate.micros))
        squares += Double(cell[metric, times: other]) * factor
      }
    }
    moments.squares = Int128(exactly: squares.rounded()) ?? .max
    return moments
  }
}

extension ErasedCell {
  /// Erased units whom results compare.
  fileprivate var persons: Int { counts.units - counts.heldOut }

  fileprivate var currencies: [String] {
    let prefix = ErasedMetric.spendAfter("").rawValue
    return Set(sums.keys.map(\.metric.rawValue).filter { $0.hasPrefix(prefix) })
      .map { String($0.dropFirst(prefix.count)) }.sorted()
  }
}

extension MetricName {
  fileprivate var isKeptByErasure: Bool {
    switch self {
    case .startRate, .paidRate, .trialToPaid, .proceedsPerVisitor, .refundShare: true
    case .cancelWithin24h, .billingFailure, .secondRenewal: false
    }
  }
}
