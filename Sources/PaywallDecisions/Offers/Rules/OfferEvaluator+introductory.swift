import PaywallCatalog
import PaywallTextCoding

/// Apple gives one introductory offer per customer and subscription group (AppleFacts.md § 5.1).
extension OfferEvaluator {
  /// A known use is proof, and so is a running subscription; that there was no use needs a complete
  /// history.
  func introductory(_ offer: Offer) -> Eligibility {
    guard let facts else { return .unknown(.noVerifiedHistory) }
    if group.everIntroductory {
      return offer.again ? introductoryAgain(offer, facts) : .ineligible(.usedIntroductoryOffer)
    }
    if group.state.isEntitled { return .ineligible(.subscribedNow) }
    guard facts.isComplete else { return .unknown(.historyIncomplete) }
    return group.state.isCurrent ? .unknown(.inBillingRetryPeriod) : .eligible(.neverUsed)
  }

  /// The only case in which `allowIntroductoryOffer: true` is signed, so every doubt refuses: Apple
  /// would accept it from a customer whose renewal it still tries.
  private func introductoryAgain(_ offer: Offer, _ facts: SubscriberFacts) -> Eligibility {
    if group.state.isCurrent { return .ineligible(.subscribedNow) }
    return limitRefusal(of: offer, facts).map { .ineligible($0) } ?? .eligible(.grantedAgain)
  }

  /// Advises on the offer that Apple applies to every customer it finds eligible, even if the
  /// paywall does not list it. It is withheld if it is not listed, outside our window, refused by
  /// our audience, or given as often as our limit allows. Apple's own rules need no help, and an
  /// offer of another plan than the sold one is never applied.
  func introductoryAdvice(_ listed: [String]) -> IntroductoryAdvice? {
    let offers = (index.introductory[product] ?? []).filter { $0.offer.billingPlan == billingPlan }
    guard !offers.isEmpty else { return nil }
    let isMeant = offers.contains { offer in
      listed.contains { $0.hasSameUTF8(as: offer.offer.key) } && offer.offer.window.contains(now)
        && audience(of: offer) != .false && !isUsedUp(offer.offer)
    }
    return isMeant ? nil : .withhold(needsEvidence: facts == nil)
  }

  private func isUsedUp(_ offer: Offer) -> Bool {
    guard let facts, offer.again, group.everIntroductory else { return false }
    return limitRefusal(of: offer, facts) != nil
  }
}
