import PaywallCatalog
import PaywallTextCoding

extension OfferEvaluator {
  /// The answer for one offer (DecisionRules.md § 8). Refusals take precedence over unknowns.
  package func eligibility(of offer: CompiledOffer) -> Eligibility {
    guard offer.offer.products.contains(where: { $0.hasSameUTF8(as: product) }) else {
      return .noOffer(.notOnProduct)
    }
    guard offer.offer.billingPlan == billingPlan else { return .noOffer(.otherBillingPlan) }
    guard offer.offer.window.contains(now) else { return .noOffer(.outsideWindow) }
    if isTooOld(for: offer.offer.kind) { return .ineligible(.osTooOld) }
    let audience = audience(of: offer)
    if audience == .false { return .ineligible(.notInAudience) }
    let answer = byFacts(offer.offer)
    if case .ineligible = answer { return answer }
    return audience == .true ? answer : .unknown(whyAudienceIsUnknown(offer))
  }

  /// The answer for a customer in the offer's audience.
  private func byFacts(_ offer: Offer) -> Eligibility {
    if facts?.isAcquisitionRevoked == true { return .unknown(.acquisitionRevoked) }
    return switch offer.kind {
    case .introductory: introductory(offer)
    case .promotional: promotional(offer)
    case .winBack: winBack(offer)
    case .offerCode: offerCode(offer)
    }
  }

  /// Without a verified history, that is the cause: with it, the audience may be known.
  private func whyAudienceIsUnknown(_ offer: CompiledOffer) -> EligibilityReason {
    facts == nil && offer.audience?.needsLedger == true ? .noVerifiedHistory : .audienceUnknown
  }

  private func isTooOld(for kind: OfferKind) -> Bool {
    guard let systemVersion, let oldest = system?.oldest(for: kind) else { return false }
    return systemVersion < oldest
  }
}

extension SubscriptionState {
  /// The customer has access.
  var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }

  /// Apple does not regard it as lapsed.
  var isCurrent: Bool { isEntitled || self == .inBillingRetryPeriod }
}
