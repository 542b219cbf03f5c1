import Ledger
import PaywallCatalog
import PaywallTextCoding
import Subscribers
import Synchronization

/// Brings the purchases of customers into the form in which they are counted, and numbers their terms.
final class SaleTermsList: Sendable {
  let snapshot: Snapshot
  private let state = Mutex((all: [SaleTerms](), numbers: [SaleTerms: UInt32]()))

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  var all: [SaleTerms] { state.withLock { $0.all } }

  func counted(_ customer: CustomerPurchases) -> CountedCustomer {
    let periods = PurchasedPeriods(of: customer.transactions, customer.renewals, in: snapshot)
    var purchases: [CountedPurchase] = []
    var returns: [CountedReturn] = []
    var isPeriod = periods.facts.map { _ in false }
    func add(_ place: Int, _ period: PurchasedPeriods.Period?) {
      let fact = periods.facts[place]
      for given in fact.returns {
        let price = fact.price ?? 0
        returns.append(
          CountedReturn(
            purchase: purchases.count, at: given.at, kept: price - given.share.of(price)))
      }
      purchases.append(counted(fact, period))
    }
    for period in periods.all {
      isPeriod[period.fact] = true
      add(period.fact, period)
    }
    for place in isPeriod.indices where !isPeriod[place] { add(place, nil) }
    return CountedCustomer(purchases: purchases[...], returns: returns[...])
  }

  private func counted(
    _ fact: TransactionFact, _ period: PurchasedPeriods.Period?
  ) -> CountedPurchase {
    var marks: CountedPurchase.Marks = []
    if fact.boughtAt != nil { marks.insert(.hasTime) }
    if fact.price != nil { marks.insert(.hasPrice) }
    if fact.isOwn { marks.insert(.isOwn) }
    if fact.isPaid { marks.insert(.isPaid) }
    if fact.isAfterYear { marks.insert(.isAfterYear) }
    if let period {
      marks.insert(.isPeriod)
      if period.isRenewal { marks.insert(.isRenewal) }
      if period.isAddition { marks.insert(.isAddition) }
    }
    let start = period?.start ?? fact.boughtAt ?? fact.signedDate
    return CountedPurchase(
      start: start, end: period?.end ?? start, price: fact.price ?? 0, terms: number(of: fact),
      subscription: UInt16(truncatingIfNeeded: period?.subscription ?? 0), marks: marks)
  }

  private func number(of fact: TransactionFact) -> UInt32 {
    let length = fact.billedPeriod(in: snapshot)
    let terms = SaleTerms(
      product: UTF8Key(fact.productId), storefront: UTF8Key(fact.storefront ?? ""),
      offer: UTF8Key(fact.offerWords),
      currency: fact.currency.flatMap { $0.isEmpty ? nil : UTF8Key($0) },
      length: length.map { 364 * $0.months + 12 * $0.days } ?? 0)
    return state.withLock { state in
      if let number = state.numbers[terms] { return number }
      let number = UInt32(state.all.count)
      state.all.append(terms)
      state.numbers[terms] = number
      return number
    }
  }
}

extension TransactionFact {
  /// Whether a subscription has the commission of the time after a year.
  fileprivate var isAfterYear: Bool {
    guard let boughtAt, kind(in: nil) == .autoRenewable else { return false }
    let first = originalPurchaseDate ?? boughtAt
    return boughtAt.days(since: first) >= Int(MoneyTerms.year / Timestamp.day)
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
