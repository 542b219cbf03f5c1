import PaywallCatalog
package import PaywallSubscribers
import PaywallTextCoding

/// A page of what a customer bought that does not renew, for a server.
package struct ListedPurchases {
  let purchases: [OneTimePurchase]
  let cursor: String
  let hasMore: Bool

  /// - Parameter cursor: with which the next page is asked for.
  package init(purchases: [OneTimePurchase], cursor: String, hasMore: Bool) {
    self.purchases = purchases
    self.cursor = cursor
    self.hasMore = hasMore
  }
}

extension JSONText {
  /// The members of a page. Those of a purchase that was revoked stay, so that a server takes back
  /// what it gave for this id.
  mutating func listed(_ page: ListedPurchases) {
    raw(",\"purchases\":")
    list(page.purchases) { $0.listed($1) }
    raw(",\"purchasesCursor\":")
    string(page.cursor)
    raw(",\"morePurchases\":")
    boolean(page.hasMore)
  }

  private mutating func listed(_ purchase: OneTimePurchase) {
    raw("{\"transactionId\":")
    string(purchase.id)
    product(of: purchase)
    member("purchasedAt", purchase.purchasedAt?.rfc3339)
    if let moment = purchase.revokedAt {
      member("revokedAt", moment.rfc3339)
      raw(",\"refunded\":")
      boolean(purchase.isRefunded)
      if purchase.isRefunded {
        raw(",\"refundedPercentage\":")
        integer(Int64(purchase.returned.thousandthsOfPercent))
      }
    }
    if !purchase.isOwn { raw(",\"familyShared\":true") }
    member("appAccountToken", purchase.appAccountToken)
    raw("}")
  }

  /// For an app: nothing of what was revoked, and no ids.
  mutating func shown(_ purchases: [OneTimePurchase]) {
    raw(",\"purchases\":")
    list(purchases) { json, purchase in
      json.raw("{")
      json.product(of: purchase, isFirst: true)
      json.raw("}")
    }
  }

  private mutating func product(of purchase: OneTimePurchase, isFirst: Bool = false) {
    raw(isFirst ? "\"product\":" : ",\"product\":")
    string(purchase.product)
    member("type", purchase.type?.raw)
    guard let quantity = purchase.quantity else { return }
    raw(",\"quantity\":")
    integer(Int64(quantity))
  }

  private mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    raw(",\"")
    raw(name)
    raw("\":")
    string(text)
  }
}
