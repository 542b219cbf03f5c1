import PaywallCatalog
import PaywallDecisions

/// The phrases for one offer, by reason.
struct OfferPhrases {
  let offer: Offer
  let product: String
  let basis: OfferBasis
  let showsIds: Bool

  func phrase(_ reason: EligibilityReason) -> String {
    switch reason {
    case .neverUsed: "has never used an introductory offer of \(group), by a complete history"
    case .grantedAgain: "\(usedIntroductory), and may have it again\(countedWithAttempts)"
    case .subscriber: "has or had a subscription in the app\(bought)\(countedWithAttempts)"
    case .appleList: "is number \(basis.appleList?.rank ?? 0) in \(appleList)"
    case .customerClass, .otherCustomerClass:
      "is \(ownClass) of \(group), and the code is for \(classes)"
    case .everyCustomerClass: "the code is for \(classes)"
    case .notOnProduct: "\(product) does not have it"
    case .otherBillingPlan:
      "it is for the billing plan \(offer.billingPlan.rawValue), and \(product) is sold on "
        + "\(basis.billingPlan?.rawValue ?? "another")"
    case .outsideWindow: "it is available \(window)"
    case .osTooOld:
      "\(basis.system ?? "the system") cannot redeem it, \(basis.oldestSystem ?? "a newer one") can"
    case .notInAudience: "is not in its audience (\(audience))"
    case .usedIntroductoryOffer: usedIntroductory
    case .subscribedNow: "\(subscribed) in \(group)\(until)"
    case .neverSubscribed:
      "never had a subscription in \(basis.group.map { "the group \($0)" } ?? "the app"), "
        + "as far as is verified"
    case .familyShared: "has the subscription in \(group) from their family\(bought)"
    case .notInAppleList: "is not in \(appleList)"
    case .paidTooShort:
      "has paid for \(days(basis.paidDays)), and must have for \(terms(\.paidFor))\(mirrored)"
    case .lapsedTooShort:
      "left \(days(basis.lapsedDays)) ago, and must have for at least "
        + "\(terms(\.lapsedAtLeast))\(mirrored)"
    case .lapsedTooLong:
      "left \(days(basis.lapsedDays)) ago, and may have for at most "
        + "\(terms(\.lapsedAtMost))\(mirrored)"
    case .wonBackTooRecently:
      "had this offer until \(basis.lastWinBackEnd?.date ?? "lately"), and must wait for "
        + "\(terms(\.sinceLast))\(mirrored)"
    case .customerLimitReached: "has had it as often as it may be\(counted)"
    case .dayLimitReached: "the grants of today (UTC) are used up\(counted)"
    case .noVerifiedHistory: "nothing verified is known of this customer"
    case .acquisitionRevoked: "Apple has taken the app back from this customer"
    case .historyIncomplete:
      "no \(sought) in \(group) was seen, but what is known\(newest) is not proved to be all"
    case .inBillingRetryPeriod:
      "Apple still tries to renew the subscription in \(group)\(until), and does not say whether "
        + "that counts as subscribed"
    case .audienceUnknown: "its audience (\(audience)) asks for something that is not known"
    case .osUnknown:
      "is in \(appleList), but the platform and its version, which decide who can redeem it, "
        + "were not sent"
    case .appleListStale:
      basis.appleList == nil
        ? "Apple has sent no list of win-back offers for this customer"
        : "\(appleList) does not count: it must be from within 24 hours"
    }
  }
}
