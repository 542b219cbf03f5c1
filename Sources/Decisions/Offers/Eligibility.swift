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
  /// An offer code for new, existing and expired customers alike.
  case everyCustomerClass
  /// An offer code for the class that this customer is in.
  case customerClass
  /// Has or had a subscription in the app, and the offer has no limit to check.
  case subscriber

  // noOffer
  case notOnProduct
  case outsideWindow

  // ineligible
  /// The platform and OS version that were sent cannot redeem this kind of offer.
  case osTooOld
  case notInAudience
  case usedIntroductoryOffer
  /// Subscribed in the group now, or Apple still tries to renew.
  case subscribedNow
  case neverSubscribed
  case familyShared
  /// Paid for less time than the win-back offer asks; judged by our mirror of Apple's rule.
  case paidTooShort
  case lapsedTooShort
  case lapsedTooLong
  case otherCustomerClass

  // unknown
  /// Nothing verified was presented about this customer.
  case noVerifiedHistory
  /// Facts are known, but not proved to be all of them.
  case historyIncomplete
  /// A test of the offer's audience is on something that is not known.
  case audienceUnknown
  /// The limits of the offer are checked when it is granted.
  case limitsUnchecked
  /// Apple's list of win-back offers for this customer is missing or too old.
  case appleListStale
}
