/// Whether a customer may have an offer, and the reason.
package enum Eligibility: Hashable, Sendable {
  case eligible(EligibilityReason)
  case ineligible(EligibilityReason)
  /// The offer is not available now.
  case noOffer(EligibilityReason)
  /// Not decidable here; the device can settle some kinds.
  case unknown(EligibilityReason)

  /// The name in the API.
  package var word: String {
    switch self {
    case .eligible: "eligible"
    case .ineligible: "ineligible"
    case .noOffer: "noOffer"
    case .unknown: "unknown"
    }
  }

  package var reason: EligibilityReason {
    switch self {
    case .eligible(let reason), .ineligible(let reason), .noOffer(let reason),
      .unknown(let reason):
      reason
    }
  }
}

/// Why a customer may have an offer, or not. The raw values are the codes of the API.
package enum EligibilityReason: String, CaseIterable, Sendable {
  // eligible
  /// Introductory: none was used in the group, according to a complete history.
  case neverUsed
  /// Introductory: one was used, and the offer may be given again within its limit.
  case grantedAgain
  /// Promotional: has or had a subscription in the app, and is within the limits.
  case subscriber
  /// Win-back: in Apple's list for this customer.
  case appleList
  /// An offer code for the class that this customer is in.
  case customerClass
  /// An offer code for new, existing and expired customers alike.
  case everyCustomerClass

  // noOffer
  case notOnProduct
  /// The product is sold on another billing plan, which has offers of its own.
  case otherBillingPlan
  case outsideWindow

  // ineligible
  /// The platform and OS version that were sent cannot redeem this kind of offer.
  case osTooOld
  case notInAudience
  case usedIntroductoryOffer
  /// Subscribed in the group now. For a win-back offer and for a second introductory one also while
  /// Apple still tries to renew.
  case subscribedNow
  case neverSubscribed
  case familyShared
  /// Win-back: Apple's list for this customer does not have it.
  case notInAppleList
  /// Win-back: paid for less time than the terms require. This and the next three are decided by
  /// our copy of Apple's terms.
  case paidTooShort
  case lapsedTooShort
  case lapsedTooLong
  /// Won back by this offer too short a time ago.
  case wonBackTooRecently
  case otherCustomerClass
  /// The customer's limit is reached, or a grant for the offer is outstanding on another product.
  case customerLimitReached
  /// Today's grants of the offer are used up; tomorrow (UTC) there are new ones.
  case dayLimitReached

  // unknown
  /// No verified facts of this customer are known.
  case noVerifiedHistory
  /// Apple took the app back from the customer: nothing is signed for them.
  case acquisitionRevoked
  /// Facts are known, but not proved to be complete.
  case historyIncomplete
  /// Introductory: none was used, but Apple still tries to renew, and does not document whether
  /// that counts as subscribed.
  case inBillingRetryPeriod
  /// A test of the offer's audience is on an unknown value.
  case audienceUnknown
  /// Win-back: in Apple's list, but the system that would redeem it was not sent.
  case osUnknown
  /// Apple's list of win-back offers for this customer is missing or too old.
  case appleListStale
}
