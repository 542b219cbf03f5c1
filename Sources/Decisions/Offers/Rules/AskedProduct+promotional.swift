import Catalog
import Subscribers

/// The App Store accepts promotional offers from whoever has or had a subscription in the app; every
/// further rule is ours (AppleFacts.md § 5.2).
extension AskedProduct {
  func promotional(_ offer: Offer) -> Eligibility {
    guard let facts else { return .unknown(.noVerifiedHistory) }
    guard facts.everSubscribed else { return .ineligible(.neverSubscribed) }
    return limitRefusal(of: offer, facts).map { .ineligible($0) } ?? .eligible(.subscriber)
  }
}
