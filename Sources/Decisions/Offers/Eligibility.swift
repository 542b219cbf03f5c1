/// Whether a customer may have an offer, and the reason.
package enum Eligibility: Hashable, Sendable {
  case eligible(EligibilityReason)
  case ineligible(EligibilityReason)
  /// There is no such offer to be had now.
  case noOffer(EligibilityReason)
  /// Not decidable here; some kinds the device can settle.
  case unknown(EligibilityReason)

  /// The word on the wire.
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

/// Why an offer may be had, or not. The raw values are the codes on the wire.
package enum EligibilityReason: String, CaseIterable, Sendable {
  // eligible
  /// Introductory: none was used in the group, by a history that is complete.
  case neverUsed
  /// Introductory: one was used, and the offer may be had again within its limit.
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
  /// Win-back: paid for less time than the terms ask. This and the next three are judged by our
  /// mirror of Apple's terms.
  case paidTooShort
  case lapsedTooShort
  case lapsedTooLong
  /// Won back by this offer too short a time ago.
  case wonBackTooRecently
  case otherCustomerClass
  /// Redeemed as often as the offer may be, or a grant for it is outstanding on another product.
  case customerLimitReached
  /// Today's grants of the offer are used up; tomorrow (UTC) there are new ones.
  case dayLimitReached

  // unknown
  /// Nothing verified was presented about this customer.
  case noVerifiedHistory
  /// Facts are known, but not proved to be all of them.
  case historyIncomplete
  /// Introductory: none was used, but Apple still tries to renew, and does not document whether
  /// that counts as subscribed.
  case inBillingRetryPeriod
  /// A test of the offer's audience is on something that is not known.
  case audienceUnknown
  /// Win-back: in Apple's list, but the system that would redeem it was not sent.
  case osUnknown
  /// Apple's list of win-back offers for this customer is missing or too old.
  case appleListStale
}
