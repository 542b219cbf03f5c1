import Foundation
import PaywallCatalog
package import Subscribers

extension TransactionFact {
  package static let columns = """
    transaction_id, signed_at, app_transaction_id, product_id, group_id, type, ownership, reason,
    purchase_date, original_purchase_date, expires_date, app_account_token, quantity, price,
    currency, storefront, offer_kind, offer_id, offer_discount, offer_period, is_upgraded,
    revocation_date, revocation_reason, revocation_type, revocation_percentage,
    web_order_line_item_id, additional_reason, billing_plan, commitment, seats, seat_revocations,
    previous_original_transaction_id, bundle, refunded_at
    """

  package init(_ row: some LedgerRow, in chain: PurchaseChainRow) throws {
    self.init(
      environment: chain.environment, transactionId: try row.required(0),
      originalTransactionId: chain.originalTransactionId, productId: try row.required(3),
      signedDate: row.moment(1) ?? .epoch, appTransactionId: row.text(2), groupId: row.text(4),
      type: row.openWord(5), ownership: row.openWord(6), reason: row.openWord(7),
      purchaseDate: row.moment(8), originalPurchaseDate: row.moment(9),
      expiresDate: row.moment(10), appAccountToken: row.text(11),
      quantity: row.int(optional: 12), price: row.int64(optional: 13), currency: row.word(14),
      storefront: row.word(15), offerKind: row.openNumber(16), offerId: row.text(17),
      offerDiscount: row.openWord(18), offerPeriod: row.word(19),
      isUpgraded: row.flag(20) ?? false, revocationDate: row.moment(21),
      revocationReason: row.int(optional: 22), revocationType: row.openWord(23),
      revocationPercentage: row.int(optional: 24))
    webOrderLineItemId = row.text(25)
    additionalReason = row.openWord(26)
    billingPlan = row.openWord(27)
    commitment = try row.stored(28)
    seats = try row.stored(29)
    seatRevocations = try row.stored(30) ?? []
    previousOriginalTransactionId = row.text(31)
    bundle = try row.stored(32)
    refundedAt = row.moment(33)
  }

  /// How many columns a transaction has.
  package static let columnCount = 34
}

extension RenewalFact {
  package static let columns = """
    signed_at, app_transaction_id, product_id, auto_renew_product_id, auto_renews, renewal_date,
    renewal_price, currency, recent_start_date, expiration_intent, is_in_billing_retry,
    grace_period_expires_date, price_increase_status, offer_kind, offer_id,
    eligible_win_back_offer_ids, app_account_token, renewal_quantity, seats, billing_plan,
    commitment, bundle
    """

  package init(_ row: some LedgerRow, in chain: PurchaseChainRow) throws {
    let winBacks = try row.text(15).map { try Self.winBacks(of: $0) }
    self.init(
      environment: chain.environment, originalTransactionId: chain.originalTransactionId,
      signedDate: row.moment(0) ?? .epoch, appTransactionId: row.text(1), productId: row.text(2),
      autoRenewProductId: row.text(3), autoRenews: row.flag(4), renewalDate: row.moment(5),
      renewalPrice: row.int64(optional: 6), currency: row.word(7),
      recentStartDate: row.moment(8),
      expirationIntent: row.openNumber(9),
      isInBillingRetry: row.flag(10), gracePeriodExpiresDate: row.moment(11),
      priceIncreaseStatus: row.int(optional: 12),
      offerKind: row.openNumber(13), offerId: row.text(14),
      eligibleWinBackOfferIds: winBacks, appAccountToken: row.text(16))
    renewalQuantity = row.int(optional: 17)
    seats = try row.stored(18)
    billingPlan = row.openWord(19)
    commitment = try row.stored(20)
    bundle = try row.stored(21)
  }

  /// How many columns a renewal has.
  package static let columnCount = 22
}

extension LedgerRow {
  /// A value that is stored as JSON; `nil` for an empty cell.
  package func stored<Value: Decodable>(_ column: Int) throws -> Value? {
    try plain(optional: column).map {
      try JSONDecoder().decode(Value.self, from: Data($0.utf8))
    }
  }
}

extension CellForm {
  /// A value that is rare and never searched for, as JSON with sorted keys.
  package static func stored(_ value: (some Encodable)?) throws -> SQLValue {
    guard let value else { return .null }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

extension RenewalFact {
  /// The ids of win-back offers as they are stored, a list in JSON.
  package var winBackText: String? {
    get throws {
      try eligibleWinBackOfferIds.map {
        String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
      }
    }
  }

  package static func winBacks(of text: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(text.utf8))
  }
}
