/// The offer of a product to buy with.
public enum OfferPreference: Hashable, Sendable {
  /// The first on the paywall that the customer may have: as the server says, or, where it leaves
  /// that to the device, as StoreKit says.
  case first
  /// This offer, by its id on the paywall, or none at all.
  case only(String)
  /// No offer.
  case none
}

/// The fallback if the customer cannot have the offer.
public enum OfferFallback: Hashable, Sendable {
  /// Nothing is bought: ``PurchaseOutcome/offerRefused(_:)``.
  case stop
  /// The product is bought without it, for its usual price.
  case buyWithoutOffer
}

/// The form in which the server signs promotional offers.
public enum OfferForm: Hashable, Sendable {
  /// A compact JWS.
  case jws
  /// The values of the original interface, bound to the account of the purchase.
  case legacy
}
