import Ledger
@testable import AppStore
import PaywallCatalog
import Subscribers

extension Sample {
  /// A transaction with a price, bought and signed on day `bought`.
  static func purchase(
    _ id: String, chain: String = "", customer: String? = "7040", bought: Double,
    price: Int64? = 9990, currency: String? = "USD", token: String? = nil,
    discount: OfferDiscount? = nil, ownership: Ownership = .purchased
  ) -> TransactionFact {
    var fact = fact(id, chain: chain, customer: customer, signed: bought, token: token)
    fact.price = price
    fact.currency = currency
    fact.offerDiscount = discount.map { OpenEnum($0) }
    fact.ownership = OpenEnum(ownership)
    return fact
  }

  /// A newer copy of a transaction, which says that it was refunded.
  static func refund(
    of fact: TransactionFact, at days: Double, reason: Int? = 1, type: RevocationType? = nil,
    percentage: Int? = nil
  ) -> TransactionFact {
    var fact = fact
    fact.signedDate = day(days)
    fact.revocationDate = day(days)
    fact.revocationReason = reason
    fact.revocationType = type.map { OpenEnum($0) }
    fact.revocationPercentage = percentage
    return fact
  }

  /// - Parameter signed: the day of the notification; without it, that of the transaction.
  static func notification(
    _ uuid: String, type: String, _ fact: TransactionFact, signed: Double? = nil
  ) -> Verified<AppStore.Notification> {
    let plain = notification(uuid, fact)
    var payload = plain.payload
    payload.type = type
    if let signed { payload.signedDate = day(signed) }
    return Verified(payload, text: plain.text)
  }

  /// Signs a payload with the text of another notification.
  static func signed(
    _ payload: AppStore.Notification, _ other: Verified<AppStore.Notification>
  ) -> Verified<AppStore.Notification> { Verified(payload, text: other.text) }
}

extension Ledger {
  /// The covariates of a unit in phase 1 of `price`.
  func covariates(of unit: String) async throws -> Covariates? {
    try await covariates(of: .price)
      .first { $0.unit == unit }?.covariates
  }
}
