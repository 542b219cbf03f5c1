package import OfferSigning
import PaywallCatalog

/// The options that the app passes to StoreKit with a purchase.
package struct PurchaseOptions: Sendable {
  /// A UUID.
  package var appAccountToken: String?
  package var quantity: Int
  /// The number of seats after the purchase; `nil` for a purchase without seats.
  package var seats: Int?
  package var offer: OfferChoice
  package var billingPlan: StoreBillingPlan
  /// When its signature was verified; only a purchase that waited for approval has it.
  var verifiedAt: Timestamp?

  package init(
    appAccountToken: String? = nil, quantity: Int = 1, seats: Int? = nil,
    offer: OfferChoice = .automatic, billingPlan: StoreBillingPlan = .upFront
  ) {
    self.appAccountToken = appAccountToken
    self.quantity = quantity
    self.seats = seats
    self.offer = offer
    self.billingPlan = billingPlan
  }

  package enum OfferChoice: Sendable {
    /// The introductory offer for those who may have it, and no offer for others.
    case automatic
    /// A signed request that gives or withholds the introductory offer.
    case introductoryEligibility(jws: String)
    /// A promotional offer with its signature.
    case promotional(offerId: String, OfferProof)
    case winBack(offerId: String)
    case offerCode(offerId: String)

    var isAutomatic: Bool {
      if case .automatic = self { true } else { false }
    }
  }
}

/// The signature of the app's server for a promotional offer.
package enum OfferProof: Sendable {
  case legacy(LegacySignature)
  case jws(String)
}
