import PaywallCatalog
import PaywallTextCoding

extension RenewalFact {
  /// Signed after the period was bought, or about its end: renewal info of an earlier period does
  /// not apply. Apple may renew a day ahead, before the period begins.
  func isAbout(_ current: BillingPeriod) -> Bool {
    if signedDate >= current.start { return true }
    guard let renewalDate, let expires = current.expires else { return false }
    return renewalDate >= expires
  }

  /// The next renewal; `nil` if nothing is left to renew.
  func next(after current: TransactionFact?, in state: SubscriptionState) -> NextRenewal? {
    switch state {
    case .subscribed, .inGracePeriod, .inBillingRetryPeriod: break
    case .expired, .revoked, .none: return nil
    }
    let product = autoRenewProductId ?? productId
    return NextRenewal(
      autoRenews: autoRenews, product: product,
      changesProduct: product.map { !$0.hasSameUTF8(as: current?.productId ?? $0) } ?? false,
      date: renewalDate ?? current?.expiresDate, price: renewalPrice, currency: currency,
      offer: offer, agreedToPriceIncrease: priceIncreaseStatus.map { $0 == 1 })
  }

  var winBack: GroupFacts.WinBackList? {
    eligibleWinBackOfferIds.map { GroupFacts.WinBackList(offerIds: $0, signedDate: signedDate) }
  }
}
