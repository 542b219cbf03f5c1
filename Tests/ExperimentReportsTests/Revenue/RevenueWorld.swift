import Ledger
import PaywallCatalog
import Subscribers
import TestSupport

@testable import ExperimentReports

/// Random customers, with what is true of each of them: a period is written down twice, as the App Store
/// tells it and as it was.
struct RevenueWorld {
  /// The time in which a subscription ran.
  struct Run {
    var from: Timestamp
    var to: Timestamp
    /// 0 while it is free.
    var price: Int64
    var currency: String
    var bought: Timestamp
    /// In twelfths of a year, times 52.
    var length: Int64
  }

  struct Payment {
    var at: Timestamp
    var price: Int64
    var currency: String
    var isAfterYear: Bool
    var refunded: Timestamp?
  }

  struct Trial {
    var start: Timestamp
    var end: Timestamp
    var paid: Timestamp?
  }

  struct Person {
    var purchases = CustomerPurchases()
    var runs: [Run] = []
    var payments: [Payment] = []
    var trials: [Trial] = []
  }

  private var random: SplitMix
  private var serial = 0
  private(set) var people: [Person] = []

  init(seed: UInt64, people count: Int) {
    random = SplitMix(state: seed)
    for _ in 0..<count {
      var person = Person()
      for _ in 0...random.below(2) { subscribe(&person) }
      people.append(person)
    }
  }

  private static let lengths: [(product: String, period: Period, length: Int64, days: Int)] = [
    ("weekly", Period(days: 7), 12, 7), ("monthly", Period(months: 1), 52, 28),
    ("plus", Period(months: 1), 52, 28), ("yearly", Period(months: 12), 624, 365),
  ]

  private mutating func days(_ range: ClosedRange<Int>) -> Int64 {
    let most = Int64(range.upperBound - range.lowerBound) * Timestamp.day
    return Int64(range.lowerBound) * Timestamp.day + Int64(random.below(Int(most)))
  }

  /// A life of one subscription. How each period ends is drawn.
  private mutating func subscribe(_ person: inout Person) {
    serial += 1
    let chain = "\(serial)"
    let currency = ["USD", "USD", "EUR", "NGN"][random.below(4)]
    let first = Lives.day("2025-06-01").adding(milliseconds: days(0...330))
    var (start, isRenewal) = (first, false)
    var plan = Self.lengths[random.below(4)]
    if random.below(3) == 0 {
      let end = start.adding(milliseconds: 7 * Timestamp.day)
      var trial = fact(chain, plan.product, start, end, 0, currency, first, isRenewal: false)
      trial.offerKind = OpenEnum(.introductory)
      trial.offerDiscount = OpenEnum(.freeTrial)
      trial.offerPeriod = "P1W"
      person.purchases.transactions.append(trial)
      person.runs.append(
        Run(from: start, to: end, price: 0, currency: currency, bought: start, length: 12))
      let isPaid = random.below(2) == 0
      person.trials.append(Trial(start: start, end: end, paid: isPaid ? end : nil))
      guard isPaid else { return }
      (start, isRenewal) = (end, true)
    }
    for rest in (0..<(1 + random.below(9))).reversed() {
      let price = Int64(1 + random.below(30_000))
      var period = fact(
        chain, plan.product, start, start.adding(plan.period), price, currency, first,
        isRenewal: isRenewal)
      var run = Run(
        from: start, to: start.adding(plan.period), price: price, currency: currency,
        bought: start, length: plan.length)
      var payment = Payment(
        at: start, price: price, currency: currency,
        isAfterYear: start.milliseconds - first.milliseconds >= 365 * Timestamp.day)
      let end = run.to
      var stops = false
      // The last one is not replaced.
      switch random.below(rest == 0 ? 3 : 10) {
      case 0:  // Extended.
        period.expiresDate = end.adding(milliseconds: days(1...60))
        run.to = period.expiresDate ?? end
        (start, isRenewal) = (run.to, true)
      case 1:  // Refunded while it runs, and perhaps bought again.
        run.to = start.adding(milliseconds: days(1...plan.days))
        payment.refunded = run.to
        (start, isRenewal) = (run.to.adding(milliseconds: days(2...90)), false)
      case 2:  // Refunded later.
        payment.refunded = end.adding(milliseconds: days(1...60))
        (start, isRenewal) = (end, true)
      case 3:  // Another product, at once; Apple may not have said yet that it replaced this one.
        let others = Self.lengths.filter { $0.product != plan.product }
        run.to = start.adding(milliseconds: days(1...(plan.days - 1)))
        period.isUpgraded = random.below(2) == 0
        plan = others[random.below(others.count)]
        (start, isRenewal) = (run.to, false)
      case 4:  // Paid in billing retry, with a new billing date.
        (start, isRenewal) = (end.adding(milliseconds: days(3...50)), true)
      case 5:  // Bought again after a gap.
        (start, isRenewal) = (end.adding(milliseconds: days(2...200)), false)
      case 6:  // Renewed some hours late.
        run.to = end.adding(milliseconds: days(0...1))
        (start, isRenewal) = (run.to, true)
      case 7: stops = true
      default: (start, isRenewal) = (end, true)
      }
      if let at = payment.refunded {
        period.revocationDate = at
        period.revocationReason = 0
      }
      person.purchases.transactions.append(period)
      person.runs.append(run)
      person.payments.append(payment)
      if stops { return }
    }
  }

  private mutating func fact(
    _ chain: String, _ product: String, _ start: Timestamp, _ end: Timestamp, _ price: Int64,
    _ currency: String, _ first: Timestamp, isRenewal: Bool
  ) -> TransactionFact {
    serial += 1
    return TransactionFact(
      environment: .production, transactionId: "\(serial)", originalTransactionId: chain,
      productId: product, signedDate: start, groupId: "1", type: OpenEnum(.autoRenewable),
      ownership: OpenEnum(.purchased), reason: OpenEnum(isRenewal ? .renewal : .purchase),
      purchaseDate: start, originalPurchaseDate: first, expiresDate: end, price: price,
      currency: currency, storefront: "USA")
  }
}
