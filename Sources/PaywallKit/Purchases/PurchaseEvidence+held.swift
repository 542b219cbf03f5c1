import Foundation
import PaywallTextCoding

/// The texts that StoreKit holds on the device, before the selection of those to send.
struct HeldEvidence: Sendable {
  var transactions: [Transaction] = []
  /// The renewal infos, with the purchase that each is about.
  var renewals: [(originalId: UInt64, jws: String)] = []
  var appTransaction: String?

  /// A transaction of one purchase: a subscription has one for each period.
  struct Transaction: Sendable {
    var originalId: UInt64
    var purchased: Date
    /// The subscription group; `nil` if it is not a subscription.
    var groupId: String?
    var jws: String
  }

  /// The newest transaction of each purchase, subscriptions before all others and then the newest
  /// first, at most 40; with them at most 20 renewal infos, none without its transaction.
  var evidence: PurchaseEvidence {
    let newest = Dictionary(transactions.map { ($0.originalId, $0) }) { left, right in
      left.purchased < right.purchased ? right : left
    }
    let ordered = newest.values.sortedByIndex { left, right in
      if (left.groupId == nil) != (right.groupId == nil) { return left.groupId != nil }
      if left.purchased != right.purchased { return left.purchased > right.purchased }
      return left.originalId > right.originalId
    }
    let sent = ordered.prefix(PurchaseEvidence.mostTransactions)
    let purchases = Set(sent.map(\.originalId))
    let renewals = renewals.filter { purchases.contains($0.originalId) }
    return PurchaseEvidence(
      transactions: sent.map(\.jws),
      renewalInfo: renewals.prefix(PurchaseEvidence.mostRenewals).map(\.jws),
      appTransaction: appTransaction)
  }
}
