import Catalog
import Subscribers
import TextCoding

extension AskedProduct {
  /// The answer for one offer (AppleFacts.md § 5). What refuses goes before what is unknown.
  func eligibility(of offer: CompiledOffer) -> Eligibility {
    guard offer.offer.products.contains(where: { $0.hasSameUTF8(as: product) }) else {
      return .noOffer(.notOnProduct)
    }
    guard offer.offer.window.contains(now) else { return .noOffer(.outsideWindow) }
    if isTooOld(for: offer.offer.kind) { return .ineligible(.osTooOld) }
    let audience = audience(of: offer)
    if audience == .false { return .ineligible(.notInAudience) }
    let answer = byFacts(offer.offer)
    if case .ineligible = answer { return answer }
    return audience == .true ? answer : .unknown(whyAudienceIsUnknown(offer))
  }

  /// What is to be said of somebody in the offer's audience.
  private func byFacts(_ offer: Offer) -> Eligibility {
    switch offer.kind {
    case .introductory: introductory(offer)
    case .promotional: promotional(offer)
    case .winBack: winBack(offer)
    case .offerCode: offerCode(offer)
    }
  }

  /// Without verified history, that is the cause; the audience may well be settled by it.
  private func whyAudienceIsUnknown(_ offer: CompiledOffer) -> EligibilityReason {
    facts == nil && offer.audience?.needsLedger == true ? .noVerifiedHistory : .audienceUnknown
  }

  private func isTooOld(for kind: OfferKind) -> Bool {
    guard let systemVersion, let oldest = system?.oldest(for: kind) else { return false }
    return systemVersion < oldest
  }
}

extension SubscriptionState {
  /// Has what was paid for.
  var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }

  /// Not lapsed in Apple's eyes.
  var isCurrent: Bool { isEntitled || self == .inBillingRetryPeriod }
}
