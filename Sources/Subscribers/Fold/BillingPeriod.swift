import PaywallCatalog

/// One transaction as the fold reads it, without texts and with every value parsed once.
struct BillingPeriod {
  /// The index in the history's transactions.
  let index: Int
  /// The number of its subscription, in the order of first mention.
  var subscription = 0
  /// May belong to a subscription: Apple does not say otherwise.
  let mayRenew: Bool
  let bought: Timestamp?
  /// The position in its subscription: when it was bought, or else signed.
  let start: Timestamp
  let expires: Timestamp?
  let isUpgraded: Bool
  let isPurchase: Bool
  let isRenewal: Bool
  /// See ``TransactionFact/isOwn``.
  let isOwn: Bool
  let isPaid: Bool
  let offerKind: RedeemedOfferKind?
  let hasOffer: Bool
  let isFreeTrial: Bool
  /// Seats that were added to another period of the same length.
  let isAddition: Bool
  /// A multiseat purchase.
  let hasSeats: Bool
  /// It names the subscription that it continues.
  let hasPrevious: Bool
  private let revocation: Timestamp?
  private let mayBeReturned: Bool

  init(_ transaction: TransactionFact, at index: Int) {
    self.index = index
    switch transaction.type?.known {
    case .autoRenewable, nil: mayRenew = true
    case .consumable, .nonConsumable, .nonRenewing: mayRenew = false
    }
    bought = transaction.boughtAt
    start = bought ?? transaction.signedDate
    expires = transaction.expiresDate
    isUpgraded = transaction.isUpgraded
    let reason = transaction.reason?.known
    isPurchase = reason == .purchase
    isRenewal = reason == .renewal
    isOwn = transaction.isOwn
    isPaid = transaction.isPaid
    hasOffer = transaction.offerKind != nil
    offerKind = transaction.offerKind?.known
    isFreeTrial = offerKind == .introductory && transaction.offerDiscount?.known == .freeTrial
    revocation = transaction.revokedAt
    mayBeReturned = revocation != nil || !transaction.seatRevocations.isEmpty
    isAddition = transaction.isAddition
    hasSeats = transaction.seats != nil
    hasPrevious = transaction.previousOriginalTransactionId != nil
  }

  /// When it was revoked, if it was by then.
  func revoked(at now: Timestamp) -> Timestamp? {
    revocation.flatMap { $0 <= now ? $0 : nil }
  }

  /// The part of the price that was refunded by then.
  func returned(at now: Timestamp, of transactions: [TransactionFact]) -> Share {
    mayBeReturned ? transactions[index].returned(at: now) : .none
  }
}
