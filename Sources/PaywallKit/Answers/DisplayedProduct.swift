public import Foundation

/// The product that was selected when the app rendered a paywall, as StoreKit displayed it. It is
/// for results only, and leaves out what the app does not know.
///
/// ```swift
/// await paywalls.reportExposure(of: placement, showing: DisplayedProduct(storeKitProduct))
/// ```
public struct DisplayedProduct: Hashable, Codable, Sendable, Identifiable {
  /// The identifier in App Store Connect.
  public let id: String
  /// StoreKit's `Product.price`, in units of the currency: 4.99. Counts only with a currency.
  public let price: Decimal?
  /// The code of ISO 4217, such as `EUR`: StoreKit's `Product.priceFormatStyle.currencyCode`.
  public let currency: String?
  /// StoreKit's `Product.SubscriptionInfo.isEligibleForIntroOffer`.
  public let isEligibleForIntroOffer: Bool?

  /// A displayed product, with what the app knows of it.
  public init(
    id: String, price: Decimal? = nil, currency: String? = nil,
    isEligibleForIntroOffer: Bool? = nil
  ) {
    self.id = id
    self.price = price
    self.currency = currency
    self.isEligibleForIntroOffer = isEligibleForIntroOffer
  }

  /// The price in milliunits, rounded: 4990 is 4.99. `nil` if the server does not take it: below
  /// zero, or a billion and more.
  var milliunits: Int64? {
    guard let price else { return nil }
    let milliunits = NSDecimalNumber(decimal: price * 1000).doubleValue.rounded()
    return (0..<1_000_000_000_000).contains(milliunits) ? Int64(milliunits) : nil
  }
}
