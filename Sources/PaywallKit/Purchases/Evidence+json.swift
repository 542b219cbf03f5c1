import PaywallTextCoding

extension JSONText {
  /// Writes `,"transactions":[…]` and so on; nothing without evidence.
  mutating func evidence(_ evidence: Evidence) {
    let transactions = evidence.transactions.prefix(Evidence.mostTransactions)
    let renewals = evidence.renewalInfo.prefix(Evidence.mostRenewals)
    if !transactions.isEmpty { texts("transactions", Array(transactions)) }
    if !renewals.isEmpty { texts("renewalInfo", Array(renewals)) }
    member("appTransaction", evidence.appTransaction)
  }
}
