package import PaywallDecisions

/// An answer with the facts it depends on: for `POST /v1/offers/eligibility` and `paywall offer
/// explain`.
package struct ExplainedOffer: Sendable {
  package var answer: OfferAnswer
  /// The product that the offer was asked for.
  package var product: String
  package var basis: OfferBasis
}
