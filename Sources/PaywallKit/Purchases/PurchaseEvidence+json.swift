import PaywallTextCoding

extension JSONText {
  /// Writes `,"transactions":[…]` and so on; nothing without evidence.
  mutating func evidence(_ evidence: PurchaseEvidence) {
    let transactions = evidence.transactions.prefix(PurchaseEvidence.mostTransactions)
    let renewals = evidence.renewalInfo.prefix(PurchaseEvidence.mostRenewals)
    if !transactions.isEmpty { texts("transactions", Array(transactions)) }
    if !renewals.isEmpty { texts("renewalInfo", Array(renewals)) }
    member("appTransaction", evidence.appTransaction)
  }
}
