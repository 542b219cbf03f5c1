import Foundation
import PaywallKit

/// The texts that the App Store signed for a customer, as a device has them.
struct HeldTexts {
  /// The changes of the customer so far.
  let changes: Int
  /// The clock of the local App Store.
  let now: Date
  let appTransaction: StoreAppTransaction?
  /// The transactions in the order of their purchase.
  let transactions: [StoreTransaction]
  let unfinished: [StoreTransaction]
  let renewals: [StoreRenewal]

  init(_ answer: JSONValue) {
    changes = answer["changes"]?.number.flatMap(Int.init(exactly:)) ?? 0
    let download = answer["appTransaction"]?.string
    appTransaction = download.flatMap(StoreAppTransaction.init(jws:))
    now = download.flatMap(Payload.init)?.date("receiptCreationDate") ?? Date()
    transactions = answer.texts("transactions").compactMap(StoreTransaction.init(jws:))
    let ids = Set(answer.texts("unfinished"))
    unfinished = transactions.filter { ids.contains(String($0.id)) }
    renewals = answer.texts("renewalInfos").compactMap(StoreRenewal.init(jws:))
  }

  /// The newest transaction of everything that the customer may use now.
  var current: [StoreTransaction] {
    let valid = transactions.filter { $0.revoked == nil && !$0.isUpgraded }
    // If seats were added to a period, one of its several transactions may be refunded.
    let newest = Dictionary(valid.map { ($0.originalId, $0.id) }) { _, last in last }
    let grace = Dictionary(renewals.map { ($0.originalId, $0.graceUntil) }) { _, last in last }
    return valid.filter { transaction in
      guard newest[transaction.originalId] == transaction.id, transaction.type != .consumable else {
        return false
      }
      let end = (grace[transaction.originalId] ?? nil) ?? transaction.expires
      return end.map { now < $0 } ?? true
    }
  }

  /// Returns the transactions that are new or have changed since earlier texts.
  func changed(since earlier: HeldTexts) -> [StoreTransaction] {
    let known = Dictionary(earlier.transactions.map { ($0.id, $0) }) { _, last in last }
    return transactions.filter { transaction in
      guard let before = known[transaction.id] else { return true }
      return before.revoked != transaction.revoked || before.expires != transaction.expires
        || before.isUpgraded != transaction.isUpgraded
        || before.appAccountToken != transaction.appAccountToken
    }
  }
}

extension JSONValue {
  fileprivate func texts(_ member: String) -> [String] {
    (self[member]?.array ?? []).compactMap(\.string)
  }
}
