import Catalog
import Subscribers

/// An offer on one product, and everything its answer depends on (apple-offers.md 8).
struct AskedOffer {
  let snapshot: CompiledSnapshot
  let offer: Offer
  let product: String
  let visitor: Visitor
  /// Whether the visitor is in the offer's audience.
  let audience: Truth
  let now: Timestamp

  var eligibility: Eligibility {
    guard offer.products.contains(where: { $0.isExactly(product) }) else {
      return .noOffer(.notOnProduct)
    }
    guard offer.window.contains(now) else { return .noOffer(.outsideWindow) }
    if isTooOld { return .ineligible(.osTooOld) }
    if audience == .false { return .ineligible(.notInAudience) }
    if let refusal { return .ineligible(refusal) }
    return audience == .true ? granted : .unknown(whyAudienceIsUnknown)
  }

  /// Without verified history, that is the cause; the audience may well be settled by it.
  private var whyAudienceIsUnknown: EligibilityReason {
    guard case .known = visitor.subscriber else {
      let needsLedger = snapshot.index.offers[offer.key]?.audience?.needsLedger ?? false
      return needsLedger ? .noVerifiedHistory : .audienceUnknown
    }
    return .audienceUnknown
  }

  /// The facts of the product's subscription group, and whether there was a subscription in any.
  private var known: (group: GroupFacts, everAny: Bool)? {
    guard case .known(let facts) = visitor.subscriber else { return nil }
    let group = snapshot.snapshot.products[product]?.group.flatMap { facts.groups[$0] }
    return (group ?? GroupFacts(), facts.groups.values.contains { $0.ever })
  }

  /// What a fact proves against it.
  private var refusal: EligibilityReason? {
    guard let (group, everAny) = known else { return nil }
    switch offer.kind {
    case .introductory:
      if group.everIntroductory { return .usedIntroductoryOffer }
      return group.state.isEntitled ? .subscribedNow : nil
    case .promotional: return everAny ? nil : .neverSubscribed
    case .winBack: return winBackRefusal(group)
    case .offerCode: return offerCodeRefusal(group)
    }
  }

  private func winBackRefusal(_ group: GroupFacts) -> EligibilityReason? {
    if group.state.isCurrent { return .subscribedNow }
    if group.familyShared { return .familyShared }
    guard group.ever else { return .neverSubscribed }
    return offer.winBack.flatMap { $0.refusal(of: group) }
  }

  private func offerCodeRefusal(_ group: GroupFacts) -> EligibilityReason? {
    guard let customers = offer.code?.customers, let own = group.customerClass else { return nil }
    return customers.contains(own) ? nil : .otherCustomerClass
  }

  /// What is left to say of somebody whom nothing refuses and who is in the audience.
  private var granted: Eligibility {
    switch offer.kind {
    case .introductory: return .unknown(known == nil ? .noVerifiedHistory : .historyIncomplete)
    case .promotional:
      guard known != nil else { return .unknown(.noVerifiedHistory) }
      return offer.limit == nil ? .eligible(.subscriber) : .unknown(.limitsUnchecked)
    case .winBack: return .unknown(known == nil ? .noVerifiedHistory : .appleListStale)
    case .offerCode:
      let customers = offer.code?.customers ?? []
      if CustomerClass.allCases.allSatisfy(customers.contains) {
        return .eligible(.everyCustomerClass)
      }
      guard let group = known?.group else { return .unknown(.noVerifiedHistory) }
      return group.customerClass == nil ? .unknown(.historyIncomplete) : .eligible(.customerClass)
    }
  }

  private var isTooOld: Bool {
    guard let oldest = RedeemingOS.oldest(for: offer.kind, on: text(snapshot.index.slots.platform)),
      let slot = snapshot.index.slots.osVersion, case .version(let version) = visitor.values[slot]
    else { return false }
    return version < oldest
  }

  private func text(_ slot: Int?) -> String? {
    guard let slot, case .string(let text) = visitor.values[slot] else { return nil }
    return text
  }
}

extension SubscriptionState {
  /// Has what was paid for.
  fileprivate var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }

  /// Not lapsed in Apple's eyes.
  fileprivate var isCurrent: Bool { isEntitled || self == .inBillingRetryPeriod }
}

extension GroupFacts {
  /// Apple's class for offer codes; `nil` where only a complete history could prove `new`.
  fileprivate var customerClass: CustomerClass? {
    if state.isCurrent { return .existing }
    return ever ? .expired : nil
  }
}
