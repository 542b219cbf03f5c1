// A purchase for good is shared like a subscription; each member has a transaction of their own.
extension World {
  /// Applies a change of a purchase to the family of its payer.
  mutating func tellFamily(_ type: NotificationType, ofPurchase payer: Int) {
    switch type {
    case .oneTimeCharge, .refund, .refundReversed: updateShares(ofPurchase: payer)
    default: break
    }
  }

  /// Revokes the access of those who may not have it any more, and gives it to those who may now.
  mutating func updateShares(ofPurchase payer: Int) {
    let members = members(sharingPurchase: payer)
    for share in purchases[payer].shares
    where purchases[share].transaction.revocation == nil
      && !members.contains(purchases[share].customer)
    {
      let loss = StoreTransaction.Revocation.lossOfSharing(at: now)
      change(at: .purchase(share)) { $0.revocation = loss }
      announce(.revoke, at: .purchase(share))
    }
    for member in members {
      let hasIt = purchases[payer].shares.contains {
        purchases[$0].customer == member && purchases[$0].transaction.revocation == nil
      }
      if !hasIt { give(payer, to: member) }
    }
  }

  private mutating func give(_ payer: Int, to member: Int) {
    let (id, event) = identifiers.transaction(of: member)
    let paid = purchases[payer].transaction
    let index = purchases.count
    purchases.append(
      StorePurchase(
        customer: member, payer: payer,
        transaction: StoreTransaction(
          transactionId: id, originalTransactionId: id, webOrderLineItemId: event,
          productId: paid.productId, type: paid.type, purchaseDate: now,
          originalPurchaseDate: now, payerTransactionId: paid.transactionId, price: 0,
          revision: nextRevision())))
    customers[member].purchases.append(index)
    purchases[payer].shares.append(index)
    announce(.oneTimeCharge, at: .purchase(index))
  }

  private func members(sharingPurchase payer: Int) -> [Int] {
    let (paid, isShared) = (purchases[payer].transaction, purchases[payer].isShared)
    guard isShared, paid.revocation == nil,
      catalog.products[paid.productId]?.isFamilyShareable == true
    else { return [] }
    return relatives(of: purchases[payer].customer)
  }
}
