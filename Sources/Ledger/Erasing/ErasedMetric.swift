import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

/// A number that is summed over erased units.
package struct ErasedMetric: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let exposures = ErasedMetric(rawValue: "exposures")
  /// 1 if a purchase or a trial followed.
  package static let started = ErasedMetric(rawValue: "started")
  /// 1 if a paid transaction followed.
  package static let paid = ErasedMetric(rawValue: "paid")
  /// Free transactions that followed.
  package static let trials = ErasedMetric(rawValue: "trials")
  /// Purchase chains with a free transaction that a paid one followed.
  package static let converted = ErasedMetric(rawValue: "converted")
  /// Paid transactions that followed.
  package static let purchases = ErasedMetric(rawValue: "purchases")
  /// The purchases that were refunded, wholly or in part.
  package static let refunds = ErasedMetric(rawValue: "refunds")
  /// 1 with covariates: the sums of `…Before` are over these units alone.
  package static let hasCovariates = ErasedMetric(rawValue: "hasCovariates")
  package static let transactionsBefore = ErasedMetric(rawValue: "transactionsBefore")

  /// Milliunits, without what was refunded.
  package static func spendAfter(_ currency: String) -> ErasedMetric {
    ErasedMetric(rawValue: "spendAfter \(currency)")
  }

  /// Milliunits, as frozen at the first exposure.
  package static func spendBefore(_ currency: String) -> ErasedMetric {
    ErasedMetric(rawValue: "spendBefore \(currency)")
  }
}

extension ErasedMetric: Comparable {
  package static func < (left: ErasedMetric, right: ErasedMetric) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}

extension [ErasedMetric: Int64] {
  /// The metrics of a unit, from all transactions of its customers.
  ///
  /// - Parameter first: when the first exposure was rendered; only what followed counts.
  init(
    exposures: Int, since first: Timestamp, _ covariates: Covariates?,
    transactions: [TransactionFact]
  ) {
    self = [.exposures: Int64(exposures)]
    var trials: [UTF8Key: Timestamp] = [:]
    let own = transactions.filter(\.isOwn).compactMap { fact in
      fact.boughtAt.map { (fact: fact, at: $0) }
    }.filter { $0.at >= first }
    for (fact, moment) in own where !fact.isPaid && !fact.isAddition {
      self[.trials, default: 0] += 1
      let chain = UTF8Key(fact.originalTransactionId)
      trials[chain] = Swift.min(trials[chain] ?? moment, moment)
    }
    var converted: Set<UTF8Key> = []
    for (fact, moment) in own where fact.isPaid {
      if let proceeds = fact.proceeds(before: Timestamp(milliseconds: .max)) {
        self[.spendAfter(proceeds.currency), default: 0].add(proceeds.amount)
      }
      guard !fact.isAddition else { continue }
      self[.purchases, default: 0] += 1
      if !fact.returns.isEmpty { self[.refunds, default: 0] += 1 }
      let chain = UTF8Key(fact.originalTransactionId)
      if let trial = trials[chain], trial < moment { converted.insert(chain) }
    }
    self[.converted] = Int64(converted.count)
    self[.started] = own.allSatisfy(\.fact.isAddition) ? 0 : 1
    self[.paid] = self[.purchases] == nil ? 0 : 1
    guard let covariates else { return }
    self[.hasCovariates] = 1
    self[.transactionsBefore] = Int64(covariates.transactions)
    for (currency, amount) in covariates.spend { self[.spendBefore(currency)] = amount }
  }
}
