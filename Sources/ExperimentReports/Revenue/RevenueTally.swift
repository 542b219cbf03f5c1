import Subscribers
package import Ledger
package import PaywallCatalog
import PaywallTextCoding

/// Adds up customers one by one. Sums do not depend on their order.
package struct RevenueTally: PurchaseReducer {
  let terms: RevenueTerms
  var months: [RevenueReport.Month]
  /// By the Monday on which the week begins.
  var trials: [Timestamp: RevenueReport.TrialWeek] = [:]
  var cohorts: [RevenueReport.Cohort]
  private(set) var products: [UTF8Key: RevenueReport.Sales] = [:]
  private(set) var storefronts: [UTF8Key: RevenueReport.Sales] = [:]
  private(set) var offers: [UTF8Key: RevenueReport.Sales] = [:]
  var leftOut = RevenueReport.LeftOut()
  private(set) var withoutRate: [UTF8Key: Exclusions.CurrencyTotal] = [:]
  /// One customer at the end of each month.
  var customer: CustomerMonths

  package init(_ snapshot: Snapshot, asOf: Timestamp) {
    terms = RevenueTerms(snapshot, asOf: asOf)
    months = terms.months.map { RevenueReport.Month(start: $0) }
    cohorts = terms.months.map { RevenueReport.Cohort(start: $0) }
    customer = CustomerMonths(count: terms.months.count)
  }

  package mutating func add(_ customer: CustomerPurchases) {
    let periods = PurchasedPeriods(
      of: customer.transactions, customer.renewals, in: terms.snapshot)
    for place in periods.facts.indices { addMoney(of: periods.facts[place]) }
    addSubscriptions(periods)
  }

  var salesSince: Timestamp { terms.months[max(terms.months.count - 12, 0)] }

  private mutating func addMoney(of fact: TransactionFact) {
    let bought = fact.boughtAt
    if let bought, bought > terms.asOf { return }
    guard fact.isOwn else {
      leftOut.shared += 1
      return
    }
    guard fact.isPaid else { return }
    guard let bought, let price = fact.price,
      let currency = fact.currency, !currency.isEmpty
    else {
      leftOut.incomplete += 1
      return
    }
    guard let micros = terms.micros(of: currency, at: bought) else {
      withoutRate[
        UTF8Key(currency), default: .init(currency: currency, transactions: 0, total: 0)
      ].add(price - fact.returned(at: terms.asOf).of(price))
      return
    }
    let month = terms.month(of: bought)
    var left = money(price, micros, fact, bought)
    var sales = RevenueReport.Sales(payments: 1, gross: left.gross, net: left.net)
    months[month].sales.add(sales)
    for given in fact.returns where given.at <= terms.asOf {
      let kept = money(price - given.share.of(price), micros, fact, bought)
      let change = RevenueReport.Sales(
        refunded: 1, refunds: left.gross - kept.gross, net: kept.net - left.net)
      months[terms.month(of: given.at)].sales.add(change)
      sales.add(change)
      left = kept
    }
    guard bought >= salesSince else { return }
    sales.refunded = min(sales.refunded, 1)
    products[UTF8Key(fact.productId), default: .init()].add(sales)
    storefronts[UTF8Key(fact.storefront ?? ""), default: .init()].add(sales)
    offers[UTF8Key(fact.offerWords), default: .init()].add(sales)
  }

  /// The rest of a payment, before and after Apple's commission.
  private func money(
    _ kept: Int64, _ micros: Int64, _ fact: TransactionFact, _ bought: Timestamp
  ) -> (gross: Int64, net: Int64) {
    let commission =
      fact.isAfterYear(bought) ? terms.money.commission.afterYear : terms.money.commission.standard
    return (
      Int64(
        clamping: MoneyTerms.scaled(Int128(kept), by: Int128(StoreRates.one), over: Int128(micros))),
      Int64(clamping: MoneyTerms.proceeds(Int128(kept), micros: micros, commission: commission))
    )
  }
}

extension TransactionFact {
  /// Whether a subscription has the commission of the time after a year.
  fileprivate func isAfterYear(_ bought: Timestamp) -> Bool {
    let first = originalPurchaseDate ?? bought
    return bought.days(since: first) >= Int(MoneyTerms.year / Timestamp.day)
      && kind(in: nil) == .autoRenewable
  }

  /// `introductory offer`, `promotional offer 'spring'`; empty without an offer.
  fileprivate var offerWords: String {
    guard let offerKind else { return "" }
    let kind =
      switch offerKind.known {
      case .introductory: "introductory offer"
      case .promotional: "promotional offer"
      case .offerCode: "offer code"
      case .winBack: "win-back offer"
      case .retention: "retention offer"
      case nil: "offer of type \(offerKind.raw)"
      }
    return offerId.map { "\(kind) '\($0)'" } ?? kind
  }
}

extension RevenueReport.Sales {
  fileprivate mutating func add(_ other: RevenueReport.Sales) {
    payments += other.payments
    refunded += other.refunded
    gross.add(other.gross)
    refunds.add(other.refunds)
    net.add(other.net)
  }
}

extension Exclusions.CurrencyTotal {
  fileprivate mutating func add(_ amount: Int64) {
    transactions += 1
    total.add(amount)
  }
}
