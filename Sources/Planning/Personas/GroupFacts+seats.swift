import PaywallCatalog

extension GroupFacts {
  /// The seats of a subscription that is no multiseat purchase: one, for who pays for it.
  var usualSeats: Int? {
    switch state {
    case .subscribed, .inGracePeriod: familyShared ? nil : 1
    case .inBillingRetryPeriod, .expired, .revoked, .none: nil
    }
  }
}
