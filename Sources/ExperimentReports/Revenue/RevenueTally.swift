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
  var leftOut = RevenueReport.LeftOut()
  /// The sums of the sale terms with the same index.
  private(set) var sums: [SaleSums] = []
  /// One customer at the end of each month.
  var customer: CustomerMonths
  private let list: SaleTermsList
  private var currencies: [UTF8Key: Int] = [:]

  /// The payments on the same terms.
  struct SaleSums {
    let terms: SaleTerms
    /// `nil` if the currency has none.
    let rates: [DayRate]?
    let currency: Int
    /// Since `salesSince`.
    fileprivate(set) var sales = RevenueReport.Sales()
    /// The payments without a rate.
    fileprivate(set) var withoutRate: (payments: Int, total: Int64) = (0, 0)
  }

  package init(_ snapshot: Snapshot, asOf: Timestamp) {
    self.init(snapshot, asOf: asOf, SaleTermsList(snapshot))
  }

  init(_ snapshot: Snapshot, asOf: Timestamp, _ list: SaleTermsList) {
    self.list = list
    terms = RevenueTerms(snapshot, asOf: asOf)
    months = terms.months.map { RevenueReport.Month(start: $0) }
    cohorts = terms.months.map { RevenueReport.Cohort(start: $0) }
    customer = CustomerMonths(count: terms.months.count)
  }

  package mutating func add(_ customer: CustomerPurchases) {
    let counted = list.counted(customer)
    readTerms()
    add(counted)
  }

  /// Call this before customers are added whose terms may be new to the list.
  mutating func readTerms() {
    for new in list.all.dropFirst(sums.count) {
      let currency = new.currency ?? UTF8Key("")
      let number = currencies[currency] ?? currencies.count
      currencies[currency] = number
      sums.append(
        SaleSums(terms: new, rates: terms.rates(of: currency.text), currency: number))
    }
  }

  mutating func add(_ counted: CountedCustomer) {
    for place in counted.purchases.indices {
      let number = place - counted.purchases.startIndex
      addMoney(of: counted.purchases[place], counted.returns(of: number))
    }
    addSubscriptions(counted)
  }

  var salesSince: Timestamp { terms.months[max(terms.months.count - 12, 0)] }

  private mutating func addMoney(
    of purchase: CountedPurchase, _ returns: ArraySlice<CountedReturn>
  ) {
    let hasTime = purchase.marks.contains(.hasTime)
    if hasTime, purchase.start > terms.asOf { return }
    guard purchase.marks.contains(.isOwn) else {
      leftOut.shared += 1
      return
    }
    guard purchase.isPaid else { return }
    let place = Int(purchase.terms)
    guard hasTime, purchase.marks.contains(.hasPrice), sums[place].terms.currency != nil else {
      leftOut.incomplete += 1
      return
    }
    let given = returns.prefix { $0.at <= terms.asOf }
    guard let micros = sums[place].rates?.micros(at: purchase.start) else {
      sums[place].withoutRate.payments += 1
      sums[place].withoutRate.total.add(given.last?.kept ?? purchase.price)
      return
    }
    let month = terms.month(of: purchase.start)
    var left = money(purchase.price, micros, purchase)
    var sales = RevenueReport.Sales(payments: 1, gross: left.gross, net: left.net)
    months[month].sales.add(sales)
    for given in given {
      let kept = money(given.kept, micros, purchase)
      let change = RevenueReport.Sales(
        refunded: 1, refunds: left.gross - kept.gross, net: kept.net - left.net)
      months[terms.month(of: given.at)].sales.add(change)
      sales.add(change)
      left = kept
    }
    guard purchase.start >= salesSince else { return }
    sales.refunded = min(sales.refunded, 1)
    sums[place].sales.add(sales)
  }

  /// The rest of a payment, before and after Apple's commission.
  private func money(
    _ kept: Int64, _ micros: Int64, _ purchase: CountedPurchase
  ) -> (gross: Int64, net: Int64) {
    let commission = terms.money.commission
    return (
      Int64(
        clamping: MoneyTerms.scaled(Int128(kept), by: Int128(StoreRates.one), over: Int128(micros))),
      Int64(
        clamping: MoneyTerms.proceeds(
          Int128(kept), micros: micros,
          commission: purchase.marks.contains(.isAfterYear)
            ? commission.afterYear : commission.standard))
    )
  }
}

extension RevenueTally {
  /// The payments from `salesSince` on by a part of their terms, those that brought most first.
  func sales(by part: (SaleTerms) -> UTF8Key) -> [RevenueReport.Sales] {
    var found: [UTF8Key: RevenueReport.Sales] = [:]
    for sums in sums where sums.sales.payments > 0 {
      found[part(sums.terms), default: .init(name: part(sums.terms).text)].add(sums.sales)
    }
    return found.values.sorted {
      $0.net == $1.net ? $0.name.precedes($1.name) : $0.net > $1.net
    }
  }

  /// The payments in currencies without a rate, by currency.
  var withoutRate: [Exclusions.CurrencyTotal] {
    var found: [UTF8Key: Exclusions.CurrencyTotal] = [:]
    for sums in sums where sums.withoutRate.payments > 0 {
      guard let currency = sums.terms.currency else { continue }
      found[currency, default: .init(currency: currency.text, transactions: 0, total: 0)]
        .add(sums.withoutRate)
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
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
  fileprivate mutating func add(_ sum: (payments: Int, total: Int64)) {
    transactions += sum.payments
    total.add(sum.total)
  }
}
