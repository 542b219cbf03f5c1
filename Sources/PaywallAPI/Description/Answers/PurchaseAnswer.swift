import HTTPDocuments
package import Subscribers

/// A page of what a customer bought that does not renew, for a server.
package struct ListedPurchases {
  let purchases: [OneTimePurchase]
  let cursor: String
  let hasMore: Bool

  /// - Parameter cursor: with which the next page is asked for.
  package init(purchases: [OneTimePurchase], cursor: String, hasMore: Bool) {
    (self.purchases, self.cursor, self.hasMore) = (purchases, cursor, hasMore)
  }
}

/// A purchase that does not renew. One that was revoked stays, so that a server takes back what it gave
/// for this id.
struct PurchaseAnswer: AnswerObject {
  let purchase: OneTimePurchase
  /// The whole purchase, for a server only; an app learns nothing of revocations, and no ids.
  var whole: OneTimePurchase?

  static let members = Members<Self> {
    $0.maybe(
      "transactionId",
      "For servers: credit each id once. It never changes; for a non-consumable it is the `originalTransactionId`."
    ) { $0.whole?.id }
    $0.always("product") { $0.purchase.product }
    $0.maybe("type", "As the App Store spells it: `Consumable`, for example.") {
      $0.purchase.type?.raw
    }
    $0.maybe(
      "quantity", .integer(from: 1), "Absent if the App Store sent an impossible number."
    ) { $0.purchase.quantity }
    $0.maybe("purchasedAt", "For servers.") { $0.whole?.purchasedAt }
    $0.maybe(
      "priceMilliunits",
      "For servers: thousandths of the currency's unit, for the whole quantity."
    ) { $0.whole?.price }
    $0.maybe("currency", "For servers: ISO 4217.") { $0.whole?.currency }
    $0.maybe("revokedAt", "For servers: access ended then.") { $0.whole?.revokedAt }
    $0.maybe("refunded", "For servers, on a revoked purchase: true if money was refunded.") {
      $0.revoked?.isRefunded
    }
    $0.maybe(
      "refundedPercentage",
      "For servers, on a refunded purchase: thousandths of a percent of the price; 100000 is all."
    ) { answer in
      answer.revoked.flatMap { $0.isRefunded ? Int($0.returned.thousandthsOfPercent) : nil }
    }
    $0.maybe("familyShared", "For servers: another person's purchase, which is shared.") {
      $0.whole?.isOwn == false ? true : nil
    }
    $0.maybe("appAccountToken", "For servers.") { $0.whole?.appAccountToken }
  }

  /// The description begins with what an app is told too.
  static var schema: Schema {
    let all = members.properties
    return .object(Array(all[1...3] + all.prefix(1) + all.dropFirst(4)))
  }

  private var revoked: OneTimePurchase? { whole?.revokedAt == nil ? nil : whole }
}
