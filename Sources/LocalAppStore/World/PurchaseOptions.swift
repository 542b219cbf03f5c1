package import OfferSigning
import PaywallCatalog

/// What the app passes to StoreKit with a purchase.
package struct PurchaseOptions: Sendable {
  /// A UUID.
  package var appAccountToken: String?
  package var quantity: Int
  /// How many seats there are after the purchase; `nil` for a purchase without seats.
  package var seats: Int?
  package var offer: OfferChoice
  package var billingPlan: StoreBillingPlan
  /// When its signature was found right, of a purchase that waited for approval.
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

/// What the app's server signed for a promotional offer.
package enum OfferProof: Sendable {
  case legacy(LegacySignature)
  case jws(String)
}
