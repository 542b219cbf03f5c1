/// Which of a product's offers to buy with.
public enum OfferPreference: Hashable, Sendable {
  /// The first on the paywall that may be had: as the server says, or, where it leaves that to the
  /// device, as StoreKit says.
  case first
  /// This one, by its id on the paywall, or none at all.
  case only(String)
  /// None.
  case none
}

/// What to do if the offer cannot be had.
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
