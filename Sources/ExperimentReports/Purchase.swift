import ExperimentResults
import Ledger
import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

/// An own transaction of a person, as metrics read it. Times are milliseconds since 1970.
struct Purchase {
  var at: Int64
  var chain: UTF8Key
  var isPaid: Bool
  /// A purchase or a trial; a renewal continues one.
  var isStart: Bool
  var isSubscription: Bool
  var price: Int64?
  var currency: String?
  /// Thousandths of a percent of the price.
  var returnedShare: Int64
  var returnedAt: Int64?
  var isAfterYear: Bool

  /// `nil` for what is a family member's.
  init?(_ fact: TransactionFact, at moment: Timestamp) {
    guard fact.isOwn else { return nil }
    at = moment.milliseconds
    chain = UTF8Key(fact.originalTransactionId)
    isPaid = fact.isPaid
    isStart = fact.reason?.known != .renewal
    isSubscription = fact.kind(in: nil) == .autoRenewable
    price = fact.price
    currency = fact.currency.flatMap { $0.isEmpty ? nil : $0 }
    returnedShare = fact.returnedShare
    returnedAt = fact.revocationDate?.milliseconds
    let first = fact.originalPurchaseDate?.milliseconds ?? at
    isAfterYear = isSubscription && at - first >= MoneyTerms.year
  }

  /// Milliunits of its currency that were not refunded before a moment; `nil` without a price.
  func kept(before moment: Int64) -> Int64? {
    guard let price, currency != nil else { return nil }
    guard let returnedAt, returnedAt < moment else { return price }
    return price - Int64(Int128(price) * Int128(returnedShare) / 100_000)
  }

  func isReturned(before moment: Int64) -> Bool {
    guard returnedShare > 0, let returnedAt else { return false }
    return returnedAt < moment
  }
}

extension MoneyTerms {
  /// Milliunits of the base; `nil` if the price or the rate is unknown.
  func proceeds(_ purchase: Purchase, before moment: Int64) -> Int64? {
    guard purchase.isPaid, let kept = purchase.kept(before: moment),
      let rate = purchase.currency.flatMap({ self.rate(of: $0) })
    else { return nil }
    return Int64(
      clamping: Self.proceeds(
        Int128(kept), micros: rate.micros,
        commission: purchase.isAfterYear ? commission.afterYear : commission.standard))
  }
}
