import LocalAppStore
import PaywallCatalog

/// A product that is for sale, as one customer sees it.
package struct StoreProductCard: Codable, Hashable, Sendable {
  package var id: String
  /// `autoRenewable`, `nonRenewable`, `nonConsumable`, `consumable`.
  package var type: String
  /// Milliunits.
  package var price: Int64
  /// ISO 4217.
  package var currency: String
  /// ISO 8601; only for a subscription.
  package var period: String?
  /// Whether the customer would get the introductory offer; `nil` without one.
  package var isEligibleForIntroOffer: Bool?
  /// Ids of win-back offers that the customer may have, the best first.
  package var winBackOffers: [String]

  init(_ product: DeviceProduct, in storefront: Storefront) {
    id = product.product.id
    type = product.product.type.rawValue
    price = product.product.price(in: storefront)
    currency = storefront.currency
    period = product.product.subscription?.period.description
    isEligibleForIntroOffer = product.isEligibleForIntroOffer
    winBackOffers = product.winBackOffers
  }
}

package struct ProductList: Codable, Hashable, Sendable {
  package var products: [StoreProductCard]
}
