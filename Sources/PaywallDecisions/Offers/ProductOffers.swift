package import PaywallCatalog

/// The offers in an answer for one product of the decided paywall.
package struct ProductOffers: Sendable {
  /// The app tries them in order; the list ends at the first eligible one.
  package var offers: [OfferAnswer] = []
  package var introductory: IntroductoryAdvice?
  /// The next moment at which a window of an offer could change this. Facts change at other moments
  /// too: an answer that depends on them must not be cached.
  package var validUntil: Timestamp?
}

/// An offer and whether the customer may have it. The redemption URL of an offer code and the id
/// of a win-back offer in the App Store are in the offer.
package struct OfferAnswer: Sendable {
  package var offer: Offer
  package var eligibility: Eligibility

  package init(offer: Offer, eligibility: Eligibility) {
    self.offer = offer
    self.eligibility = eligibility
  }

  /// When the offer is granted and signed; `nil` if it needs no signature, or is not eligible. For
  /// an introductory offer `allowIntroductoryOffer: true` is signed.
  package var signing: OfferSigningMoment? {
    switch eligibility {
    case .eligible(.subscriber), .eligible(.grantedAgain):
      guard let limit = offer.limit, limit.perDay != nil else { return .inPaywall }
      return limit.signInPaywall ? .inPaywall : .atPurchase
    case .eligible, .ineligible, .noOffer, .unknown: return nil
    }
  }
}

/// When an eligible offer is granted and signed. The raw values are the names in the API.
package enum OfferSigningMoment: String, CaseIterable, Sendable {
  /// With the paywall's answer, if the caller requests it.
  case inPaywall
  /// When the customer taps, so that impressions do not use up the day's budget.
  case atPurchase
}

/// The treatment of the introductory offer that Apple applies by itself.
package enum IntroductoryAdvice: Equatable, Sendable {
  /// The customer must not get it here. With evidence the server signs `allowIntroductoryOffer:
  /// false`; without, the app must send evidence.
  case withhold(needsEvidence: Bool)
}
