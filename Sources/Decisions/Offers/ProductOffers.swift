package import Catalog

/// What an answer carries for one product of the decided paywall.
package struct ProductOffers: Hashable, Sendable {
  /// To be tried in order by the app; it ends at the first that is eligible.
  package var offers: [OfferAnswer]
  package var introductory: IntroductoryAdvice?
  /// The next moment at which a window of an offer could change this. Facts change at other
  /// moments too: an answer that rests on them is not to be kept.
  package var validUntil: Timestamp?

  package init(
    offers: [OfferAnswer] = [], introductory: IntroductoryAdvice? = nil,
    validUntil: Timestamp? = nil
  ) {
    self.offers = offers
    self.introductory = introductory
    self.validUntil = validUntil
  }
}

/// An offer and whether the customer may have it. The redemption URL of an offer code and the id
/// of a win-back offer in the App Store are in the offer.
package struct OfferAnswer: Hashable, Sendable {
  package var offer: Offer
  package var eligibility: Eligibility

  package init(offer: Offer, eligibility: Eligibility) {
    self.offer = offer
    self.eligibility = eligibility
  }

  /// When the offer is to be granted and signed; `nil` for one that needs no signature, or that is
  /// not eligible. What is signed for an introductory offer is `allowIntroductoryOffer: true`.
  package var signing: OfferSigningMoment? {
    switch eligibility {
    case .eligible(.subscriber), .eligible(.grantedAgain):
      guard let limit = offer.limit, limit.perDay != nil else { return .inPaywall }
      return limit.signInPaywall ? .inPaywall : .atPurchase
    case .eligible, .ineligible, .noOffer, .unknown: return nil
    }
  }
}

/// When an eligible offer is granted and signed. The raw values are the words on the wire.
package enum OfferSigningMoment: String, CaseIterable, Sendable {
  /// With the paywall's answer, if the caller asks for it.
  case inPaywall
  /// When the customer taps: an impression would eat the day's budget, so the answer holds no place.
  case atPurchase
}

/// What is to be done about the introductory offer that Apple would apply by itself.
package enum IntroductoryAdvice: Hashable, Sendable {
  /// Not meant for this customer here. With evidence the server signs
  /// `allowIntroductoryOffer: false`; without, the app has to bring some.
  case withhold(needsEvidence: Bool)
}
