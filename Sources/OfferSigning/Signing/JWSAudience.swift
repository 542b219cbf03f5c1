/// The kinds of request, by Apple's `aud`.
package enum JWSAudience: String, Sendable, CaseIterable {
  case promotionalOffer = "promotional-offer"
  case introductoryEligibility = "introductory-offer-eligibility"
  case advancedCommerce = "advanced-commerce-api"
}
