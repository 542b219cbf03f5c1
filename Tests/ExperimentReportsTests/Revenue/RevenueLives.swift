import Ledger
import PaywallCatalog
import Subscribers

@testable import ExperimentReports

/// The products, the rates and the transactions of small lives.
enum Lives {
  /// A dollar is 0.80 € from January on and 0.50 € from June on; the base is the dollar, and nothing is
  /// known of the naira.
  static let snapshot = Snapshot(
    app: App(
      bundleId: "com.example.lumen", appAppleId: 1, environments: [.production], locales: ["en"],
      billingGracePeriod: Period(days: 16)),
    products: [
      "weekly": Product(id: "weekly", type: .autoRenewable, group: "pro", period: Period(days: 7)),
      "monthly": Product(
        id: "monthly", type: .autoRenewable, group: "pro", period: Period(months: 1)),
      "plus": Product(id: "plus", type: .autoRenewable, group: "pro", period: Period(months: 1)),
      "yearly": Product(
        id: "yearly", type: .autoRenewable, group: "pro", period: Period(months: 12)),
      "coins": Product(id: "coins", type: .consumable),
      "pass": Product(id: "pass", type: .nonRenewable, period: Period(days: 30)),
    ], offers: [:],
    rates: StoreRates(
      base: "USD",
      days: [("2026-01-01", 800_000), ("2026-06-01", 500_000)].map {
        StoreRates.Day(date: $0.0, at: day($0.0), micros: ["EUR": $0.1])
      }), schema: AttributeSchema(declared: [], groups: []), paywalls: [:], experiments: [:],
    release: String(repeating: "5e", count: 32))

  /// The first moment of a day.
  static func day(_ date: String) -> Timestamp {
    Timestamp(rfc3339: "\(date)T00:00Z") ?? Timestamp(milliseconds: 0)
  }

  /// A report on customers, of whom each bought these.
  static func report(
    on customers: [TransactionFact]..., asOf: String, renewals: [RenewalFact] = []
  ) -> RevenueReport {
    report(
      on: customers.map { CustomerPurchases(transactions: $0, renewals: renewals) },
      asOf: day(asOf))
  }

  static func report(on customers: [CustomerPurchases], asOf: Timestamp) -> RevenueReport {
    var tally = RevenueTally(snapshot, asOf: asOf)
    for customer in customers { tally.add(customer) }
    return RevenueReport(tally, in: .production, at: asOf)
  }
}

extension TransactionFact {
  /// A period of a subscription.
  ///
  /// - Parameters:
  ///   - id: the chain is named by what comes before a dot.
  ///   - price: milliunits.
  static func period(
    _ id: String, _ product: String = "monthly", from start: String, to end: String,
    _ price: Int64, _ currency: String = "USD", offer: OfferDiscount? = nil
  ) -> TransactionFact {
    let chain = String(id.prefix { $0 != "." })
    var fact = TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: chain,
      productId: product, signedDate: Lives.day(start), groupId: "1",
      type: OpenEnum(.autoRenewable), ownership: OpenEnum(.purchased),
      reason: OpenEnum(id == chain ? .purchase : .renewal), purchaseDate: Lives.day(start),
      expiresDate: Lives.day(end), price: price, currency: currency, storefront: "USA")
    if let offer {
      fact.offerDiscount = OpenEnum(offer)
      fact.offerKind = OpenEnum(.introductory)
    }
    return fact
  }

  /// Something that does not renew.
  static func once(
    _ id: String, _ product: String, _ type: PurchaseType, at day: String, _ price: Int64
  ) -> TransactionFact {
    TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: id, productId: product,
      signedDate: Lives.day(day), type: OpenEnum(type), purchaseDate: Lives.day(day),
      price: price, currency: "USD", storefront: "DEU")
  }

  func with(_ change: (inout TransactionFact) -> Void) -> TransactionFact {
    var fact = self
    change(&fact)
    return fact
  }

  /// All of it was given back.
  func refunded(_ day: String) -> TransactionFact {
    with {
      $0.revocationDate = Lives.day(day)
      $0.revocationReason = 0
    }
  }
}

extension RevenueReport {
  /// The movements of each month: `10000 expansion 5000 = 15000`, without movements of 0.
  var movements: [String] {
    months.map { month in
      let moved = month.recurring
      let parts = [
        ("new", moved.new), ("expansion", moved.expansion), ("reactivation", moved.reactivation),
        ("contraction", moved.contraction), ("churn", moved.churn),
      ]
      return
        (["\(moved.start)"]
        + parts.filter { $0.1 != 0 }.map { "\($0.0) \($0.1)" } + ["= \(moved.end)"])
        .joined(separator: " ")
    }
  }
}
