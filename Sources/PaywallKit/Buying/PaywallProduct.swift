/// A product of a paywall, joined with what the App Store sells: everything that an app shows of
/// it.
public struct PaywallProduct: Hashable, Sendable, Identifiable {
  /// The product as the paywall holds it.
  public let product: Paywall.Product
  /// The product as the store sells it.
  public let store: StoreProduct
  /// The paywall's offer that ``Paywalls/buy(_:on:offer:ifOfferFails:within:)`` takes now; `nil`
  /// without one.
  public let offer: Paywall.Offer?
  /// The customer's first payment: the terms of ``offer``, or of the introductory offer that Apple applies
  /// unasked. `nil` without an offer, and if the store does not say its terms.
  public let terms: StoreProduct.Offer?

  /// The identifier in App Store Connect.
  public var id: String { store.id }

  /// The price of one billing period, with the currency; on the monthly plan, of a month. `nil` if
  /// the product cannot be sold here as the paywall says.
  public var displayPrice: String? {
    product.billingPlan == .monthly ? store.monthlyPlan?.displayPrice : store.displayPrice
  }

  /// A product of a paywall as a store sells it.
  ///
  /// - Parameter preference: the preference among its offers.
  public init(
    _ product: Paywall.Product, _ store: StoreProduct, offer preference: OfferPreference = .first
  ) {
    (self.product, self.store) = (product, store)
    let offer = product.offers.first { offer in
      guard preference == .first || preference == .only(offer.id) else { return false }
      switch OfferStep(product, .only(offer.id), store) {
      case .refused, .withhold: return false
      case .plain, .sign, .winBack, .redeem: return true
      }
    }
    self.offer = offer
    let offers =
      (product.billingPlan == .monthly ? store.monthlyPlan?.offers : store.offers) ?? []
    if let offer {
      terms = offers.first {
        $0.kind == offer.kind && (offer.kind == .introductory || $0.id == offer.id)
      }
    } else if product.introductory == nil, store.isEligibleForIntroOffer == true {
      terms = offers.first { $0.kind == .introductory }
    } else {
      terms = nil
    }
  }
}

/// The outcome of loading a paywall's products.
public enum ProductsOutcome: Hashable, Sendable {
  /// The products that the store sells here, in the paywall's order.
  case loaded([PaywallProduct])
  /// The store could not be asked.
  case failed(PurchaseFailure)
}
