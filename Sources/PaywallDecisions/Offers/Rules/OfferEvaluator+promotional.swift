import PaywallCatalog

/// The App Store accepts promotional offers from customers who have or had a subscription in the
/// app; all other rules are ours (AppleFacts.md § 5.2).
extension OfferEvaluator {
  func promotional(_ offer: Offer) -> Eligibility {
    guard let facts else { return .unknown(.noVerifiedHistory) }
    guard facts.everSubscribed else { return .ineligible(.neverSubscribed) }
    return limitRefusal(of: offer, facts).map { .ineligible($0) } ?? .eligible(.subscriber)
  }
}
