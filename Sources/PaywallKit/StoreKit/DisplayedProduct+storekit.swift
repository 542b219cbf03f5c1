#if canImport(StoreKit)
  public import StoreKit

  // Written against Apple's documentation; not compiled where this package is built.

  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  extension DisplayedProduct {
    /// What StoreKit displays of a product on this device, now.
    public init(_ product: StoreKit.Product) async {
      self.init(
        id: product.id, price: product.price, currency: product.priceFormatStyle.currencyCode,
        isEligibleForIntroOffer: await product.subscription?.isEligibleForIntroOffer)
    }
  }
#endif
