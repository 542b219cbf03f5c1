package import PaywallCatalog
import PaywallTextCoding

extension TransactionFact {
  /// Bought by the customer, or without an ownership type. A purchase of a family member, a seat or
  /// an unknown type entitles, but is no spend, trial or redemption of this customer.
  package var isOwn: Bool { ownership == nil || ownership?.known == .purchased }

  /// When it was bought; the first transaction of a subscription also has it as its original date.
  /// A copy of a non-consumable has its own `purchaseDate`, perhaps of a restore long after.
  package var boughtAt: Timestamp? {
    if type?.known == .nonConsumable, let originalPurchaseDate { return originalPurchaseDate }
    return purchaseDate
      ?? (transactionId.hasSameUTF8(as: originalTransactionId) ? originalPurchaseDate : nil)
  }

  /// Money was paid: the price is not 0, or unknown without a free trial.
  package var isPaid: Bool { price.map { $0 > 0 } ?? (offerDiscount?.known != .freeTrial) }

  /// Seats that were added to a period that runs: money, but no purchase, start or redemption.
  package var isAddition: Bool { additionalReason?.known == .seatAddition }

  /// The type of the product: Apple's if it is known, else that of the configuration; without
  /// either, a product with a group is a subscription.
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
