package import Catalog
import TextCoding

extension TransactionFact {
  /// Bought by the customer: the App Store's word, or none. A family member's, a seat's and
  /// whatever is newer than us entitles but is nobody's spend, trial or redemption.
  package var isOwn: Bool { ownership == nil || ownership?.known == .purchased }

  /// When it was bought; the first of a subscription also tells it as its original date.
  package var boughtAt: Timestamp? {
    purchaseDate
      ?? (transactionId.hasSameUTF8(as: originalTransactionId) ? originalPurchaseDate : nil)
  }

  /// Money was paid: a price that is not 0, or none told and no free trial.
  package var isPaid: Bool { price.map { $0 > 0 } ?? (offerDiscount?.known != .freeTrial) }

  /// What a revocation gives back, in thousandths of a percent of the price, 0…100000: nothing if
  /// only a family member or a seat lost access; without a type what the percentage tells; without
  /// either, everything.
  var returnedShare: Int64 {
    guard isOwn else { return 0 }
    switch revocationType?.known {
    case .familyRevoke, .assignmentRevoke: return 0
    case .refundFull: return 100_000
    case .refundProrated, nil:
      return Int64(min(max(revocationPercentage ?? 100_000, 0), 100_000))
    }
  }

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
