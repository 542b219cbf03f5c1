import Ledger
import PaywallCatalog

/// The purchases of one product by persons of one variant after their first exposure.
struct ProductSums {
  /// Purchases and trials that began.
  var started = 0
  /// The free trials among `started`.
  var trials = 0
  /// Paid transactions, renewals too.
  var paid = 0
  /// The transactions among `paid` that were refunded, wholly or in part.
  var refunded = 0
  /// Milliunits of the base.
  var proceeds: Int128 = 0

  mutating func add(_ purchase: Purchase, _ terms: ReportTerms) {
    let end = terms.asOf.milliseconds + 1
    if purchase.isStart { started += 1 }
    if purchase.isStart, !purchase.isPaid { trials += 1 }
    guard purchase.isPaid else { return }
    paid += 1
    if purchase.isReturned(before: end) { refunded += 1 }
    proceeds += Int128(terms.money.proceeds(purchase, before: end) ?? 0)
  }
}

extension Assembly {
  /// The purchases of each product on each billing plan, best sellers first.
  var purchasesByProduct: [ProductPurchases] {
    let numbers = Set(tally.productSums.values.flatMap(\.keys))
    let rows = numbers.map { number in
      let bought = number == 0 ? nil : tally.products[Int(number) - 1]
      return ProductPurchases(
        product: bought?.id ?? Self.rest, billingPlan: bought?.billingPlan,
        arms: names.map { name in
          let variant = reading.names.variants.firstIndex(of: name)
          let sums = variant.flatMap { tally.productSums[$0]?[number] } ?? ProductSums()
          return ProductPurchases.Arm(
            variant: name, started: sums.started, trials: sums.trials, paid: sums.paid,
            refunded: sums.refunded, proceeds: Int64(clamping: sums.proceeds))
        })
    }
    return rows.sorted {
      (-$0.started, $0.name) < (-$1.started, $1.name)
    }
  }
}

extension ProductPurchases {
  fileprivate var started: Int { arms.reduce(0) { $0 + $1.started + $1.paid } }
}
