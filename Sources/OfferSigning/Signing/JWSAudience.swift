/// The kinds of request, by the `aud` that Apple gave them.
package enum JWSAudience: String, Sendable, CaseIterable {
  case promotionalOffer = "promotional-offer"
  case introductoryEligibility = "introductory-offer-eligibility"
  case advancedCommerce = "advanced-commerce-api"
}
