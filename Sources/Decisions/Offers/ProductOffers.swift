package import Catalog

/// What an answer carries for one product of the decided paywall.
package struct ProductOffers: Hashable, Sendable {
  /// To be tried in order by the app; it ends at the first that is eligible.
  package var offers: [OfferAnswer]
  package var introductory: IntroductoryAdvice?
  /// The next moment at which a window of an offer could change this.
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
}

/// What is to be done about the introductory offer that Apple would apply by itself.
package enum IntroductoryAdvice: Hashable, Sendable {
  /// Not meant for this customer here. With evidence the server signs
  /// `allowIntroductoryOffer: false`; without, the app has to bring some.
  case withhold(needsEvidence: Bool)
}
