package import PaywallCatalog

/// Offer codes are for classes of customers, by the product's group (AppleFacts.md § 5.4).
extension OfferEvaluator {
  func offerCode(_ offer: Offer) -> Eligibility {
    let customers = offer.code?.customers ?? []
    if CustomerClass.allCases.allSatisfy(customers.contains) {
      return .eligible(.everyCustomerClass)
    }
    guard facts != nil else { return .unknown(.noVerifiedHistory) }
    guard let own = customerClass else { return .unknown(.historyIncomplete) }
    return customers.contains(own) ? .eligible(.customerClass) : .ineligible(.otherCustomerClass)
  }

  /// Apple's class of the customer; `nil` where only a complete history could prove `new`.
  package var customerClass: CustomerClass? {
    guard let facts else { return nil }
    if group.state.isCurrent { return .existing }
    if group.ever { return .expired }
    return facts.isComplete ? .new : nil
  }
}
