import PaywallCatalog
import PaywallTextCoding

/// Apple decides on win-back offers: its list counts, and our facts may only refuse
/// (AppleFacts.md § 5.3).
extension OfferEvaluator {
  func winBack(_ offer: Offer) -> Eligibility {
    guard facts != nil else { return .unknown(.noVerifiedHistory) }
    if group.state.isCurrent || group.continuesElsewhere { return .ineligible(.subscribedNow) }
    if group.familyShared { return .ineligible(.familyShared) }
    guard group.ever else { return .ineligible(.neverSubscribed) }
    guard let list = freshList else {
      return offer.winBack?.refusal(of: group, offer.id, at: now).map { .ineligible($0) }
        ?? .unknown(.appleListStale)
    }
    guard list.rank(of: offer.id) != nil else { return .ineligible(.notInAppleList) }
    return isPlatformKnown && systemVersion != nil ? .eligible(.appleList) : .unknown(.osUnknown)
  }

  /// Apple's list if it is at most 24 hours old: its terms depend on time, and Apple does not
  /// announce changes. Clocks may differ by a day; a later list is ignored.
  var freshList: GroupFacts.WinBackList? {
    guard let list = group.winBack,
      now <= list.signedDate.adding(milliseconds: Timestamp.day),
      list.signedDate <= now.adding(milliseconds: Timestamp.day)
    else { return nil }
    return list
  }
}

extension GroupFacts.WinBackList {
  /// The place of an offer in Apple's ranking, from 0.
  package func rank(of offerId: String) -> Int? {
    offerIds.firstIndex { $0.hasSameUTF8(as: offerId) }
  }
}
