package import PaywallCatalog
import PaywallTextCoding

/// The ledger's facts about a purchase and its customer at the moment of a request for a refund.
package struct RefundFacts: Hashable, Sendable {
  package var transactionId: String
  package var product: String
  /// `nil` if neither Apple nor the configuration says it.
  package var type: ProductType?
  package var isFamilyShared: Bool = false
  package var reason: RefundRequestReason = .unknown
  package var requestedAt: Timestamp
  package var purchasedAt: Timestamp?
  package var price: MoneyAmount?
  /// Refunded purchases of the customer before the request, without this one.
  package var refunds: Int = 0
  /// The customer's refunds, in milliunits by currency.
  package var refunded: [String: Int64] = [:]
  /// Whole days paid for until the request.
  package var paidDays: Int = 0
  package var inTrial: Bool = false
}

extension RefundFacts {
  /// Gathers the facts from the histories of the customer; what happened after the request is left
  /// out. `nil` if the purchase is in none of them.
  package init?(
    of transactionId: String, among histories: [CustomerHistory],
    because reason: RefundRequestReason,
    at requestedAt: Timestamp, in snapshot: Snapshot?
  ) {
    let purchases = histories.map { Purchases($0.transactions) }
    let transactions = purchases.flatMap(\.facts)
    let ids = purchases.map { $0.id(ofTransaction: transactionId) }
    guard
      let asked = transactions.first(where: { fact in
        ids.contains { fact.transactionId.hasSameUTF8(as: $0) }
      })
    else { return nil }
    self.init(
      transactionId: transactionId, product: asked.productId, type: asked.kind(in: snapshot),
      isFamilyShared: !asked.isOwn, reason: reason, requestedAt: requestedAt,
      purchasedAt: asked.boughtAt, price: asked.amount,
      paidDays: transactions.paidDays(until: requestedAt, in: snapshot),
      inTrial: asked.offerDiscount?.known == .freeTrial
        && (asked.expiresDate.map { requestedAt < $0 } ?? false))
    for other in transactions where other.transactionId != asked.transactionId {
      let share = other.returned(at: requestedAt)
      guard !share.isNone else { continue }
      refunds += 1
      guard let amount = other.amount else { continue }
      refunded.add(share.of(amount.milliunits), in: amount.currency)
    }
  }
}

extension TransactionFact {
  /// The price of the whole quantity; `nil` without a price or a currency.
  package var amount: MoneyAmount? {
    guard let price, price >= 0, let currency else { return nil }
    return MoneyAmount(milliunits: price, currency: currency)
  }
}

extension [TransactionFact] {
  /// Whole days of subscriptions that the customer paid for and had until a moment; overlapping
  /// time counts once, and a period whose whole price was returned does not count.
  fileprivate func paidDays(until moment: Timestamp, in snapshot: Snapshot?) -> Int {
    let periods = compactMap { fact -> (start: Int64, end: Int64)? in
      guard fact.isOwn, fact.isPaid, fact.kind(in: snapshot) == .autoRenewable,
        let start = fact.boughtAt, let expires = fact.expiresDate
      else { return nil }
      let revoked = fact.revokedAt.flatMap { $0 <= moment ? $0 : nil }
      if fact.returned(at: moment).isAll { return nil }
      let end = Swift.min(expires, moment, revoked ?? moment)
      return start < end ? (start.milliseconds, end.milliseconds) : nil
    }
    var total: Int64 = 0
    var covered = Int64.min
    for period in periods.sorted(by: { $0.start < $1.start }) {
      let start = Swift.max(period.start, covered)
      guard start < period.end else { continue }
      total = total.addingClamped(period.end.subtractingReportingOverflow(start).partialValue)
      covered = period.end
    }
    return Int(total / Timestamp.day)
  }
}

extension [String: Int64] {
  /// Adds milliunits of a currency.
  mutating func add(_ milliunits: Int64, in currency: String) {
    self[currency] = (self[currency] ?? 0).addingClamped(milliunits)
  }
}

extension Int64 {
  /// Returns a share in thousandths of a percent, 0…100000, rounded down.
  package func part(_ share: Int64) -> Int64 {
    Int64(100_000).dividingFullWidth(multipliedFullWidth(by: share)).quotient
  }

  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other > 0 ? .max : .min) : sum
  }
}
