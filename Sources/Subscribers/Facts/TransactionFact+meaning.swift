package import Catalog

extension TransactionFact {
  /// Bought by the customer: the App Store's word, or none. A family member's, a seat's and
  /// whatever is newer than us entitles but is nobody's spend, trial or redemption.
  package var isOwn: Bool { ownership == nil || ownership?.known == .purchased }

  /// When it was bought; the first of a subscription also tells it as its original date.
  package var boughtAt: Timestamp? {
    purchaseDate
      ?? (transactionId.isExactly(originalTransactionId) ? originalPurchaseDate : nil)
  }

  /// The place in its subscription's course; without a date of purchase, when it was signed.
  package var start: Timestamp { boughtAt ?? signedDate }

  /// Taken back, as of a moment.
  package func isRevoked(at now: Timestamp) -> Bool { revocationDate.map { $0 <= now } ?? false }

  /// Money went back: not so when a family member or a seat lost access.
  package func isRefunded(at now: Timestamp) -> Bool {
    isOwn && isRevoked(at: now) && revocationType?.known != .familyRevoke
      && revocationType?.known != .assignmentRevoke
  }

  /// The part of the price that went back, in thousandths of a percent, 0…100000. Without a type,
  /// the percentage tells; without either, everything.
  package var returnedShare: Int64 {
    guard revocationType?.known != .refundFull, let share = revocationPercentage else {
      return 100_000
    }
    return Int64(min(max(share, 0), 100_000))
  }

  /// Money was paid: a price that is not 0, or none told and no free trial.
  package var isPaid: Bool { price.map { $0 > 0 } ?? (offerDiscount?.known != .freeTrial) }

  /// What kind of thing was bought: Apple's word; where it is missing or newer than us, what the
  /// configuration says of the product, and at last that only subscriptions have groups.
  package func kind(in snapshot: Snapshot?) -> ProductType? {
    switch type?.known {
    case .autoRenewable: return .autoRenewable
    case .nonConsumable: return .nonConsumable
    case .consumable: return .consumable
    case .nonRenewing: return .nonRenewable
    case nil: break
    }
    if let type = snapshot?.products[productId]?.type { return type }
    return groupId == nil ? nil : .autoRenewable
  }
}
