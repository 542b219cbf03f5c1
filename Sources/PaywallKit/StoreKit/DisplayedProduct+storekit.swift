#if canImport(StoreKit)
import Foundation
public import StoreKit

// Type-checked by `.ci/apple`; not run where this package is built.

extension DisplayedProduct {
  /// A product as StoreKit displays it on this device, now.
  public init(_ product: StoreKit.Product) async {
    self.init(
      id: product.id, price: product.price, currency: product.priceFormatStyle.currencyCode,
      isEligibleForIntroOffer: await product.subscription?.isEligibleForIntroOffer)
  }
}
#endif
