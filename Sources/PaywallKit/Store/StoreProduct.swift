public import Foundation

/// A product as the App Store sells it on this device.
public struct StoreProduct: Hashable, Sendable, Identifiable {
  /// The identifier in App Store Connect.
  public var id: String
  /// The kind of product.
  public var type: Kind
  /// The name in the language of the device.
  public var displayName: String
  /// The price with the currency, such as `4,99 €`.
  public var displayPrice: String
  /// The price in units of the currency: 4.99.
  public var price: Decimal
  /// The code of ISO 4217, such as `EUR`.
  public var currency: String?
  /// True if Apple gives this customer the introductory offer; `nil` without one, or if unknown.
  public var isEligibleForIntroOffer: Bool?
  /// App Store Connect's identifiers of the win-back offers that this customer may have on this
  /// product, the best first. `nil` if the system does not support them: before iOS 18.
  public var winBackOffers: [String]?
  /// One billing period of a subscription; `nil` for anything else, and if the store does not tell
  /// it.
  public var period: Period?
  /// The terms of the offers that App Store Connect holds for the product, which are not all for
  /// this customer. `nil` if the store does not tell them.
  public var offers: [Offer]?
  /// The terms of a year by the month; `nil` without such a plan, or if the system has none: before
  /// iOS 26.4.
  public var monthlyPlan: MonthlyPlan?

  /// StoreKit's kinds of products, in the words of the configuration.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    case autoRenewable, nonRenewable, nonConsumable, consumable
  }

  /// A product as the App Store sells it.
  public init(
    id: String, type: Kind, displayName: String = "", displayPrice: String = "",
    price: Decimal, currency: String? = nil, isEligibleForIntroOffer: Bool? = nil,
    winBackOffers: [String]? = nil, period: Period? = nil, offers: [Offer]? = nil,
    monthlyPlan: MonthlyPlan? = nil
  ) {
    self.id = id
    self.type = type
    self.displayName = displayName
    self.displayPrice = displayPrice
    self.price = price
    self.currency = currency
    self.isEligibleForIntroOffer = isEligibleForIntroOffer
    self.winBackOffers = winBackOffers
    self.period = period
    self.offers = offers
    self.monthlyPlan = monthlyPlan
  }
}

extension DisplayedProduct {
  /// A product as the store displays it.
  public init(_ product: StoreProduct) {
    self.init(
      id: product.id, price: product.price, currency: product.currency,
      isEligibleForIntroOffer: product.isEligibleForIntroOffer)
  }
}
