package import PaywallCatalog
import PaywallSubscribers
import AppStore

extension LedgerTables {
  /// Purchases at full price under an open grant, without their texts.
  package func fullPricePurchases(
    grantedSince moment: Timestamp, limit: Int
  ) throws -> [(chain: PurchaseChainRow.Number?, report: FullPriceReport)] {
    var found: [(PurchaseChainRow.Number?, FullPriceReport)] = []
    for number in try customersWithOpenGrants(since: moment) {
      guard found.count < limit else { break }
      guard let customer = try customer(number) else { continue }
      for purchase in try ownHistory(of: customer, withRenewals: false).fullPricePurchases
      where purchase.grant.grantedAt >= moment {
        let chain = try chain(
          originalTransactionId: purchase.transaction.originalTransactionId,
          in: customer.environment)
        found.append(
          (
            chain?.number,
            FullPriceReport(
              environment: customer.environment, purchase: purchase,
              attempts: try attempts(of: purchase.grant.id), text: nil)
          ))
      }
    }
    return found.sorted { $0.1.purchase.grant.id > $1.1.purchase.grant.id }
      .prefix(max(0, limit)).map { ($0.0, $0.1) }
  }
}

extension [(chain: PurchaseChainRow.Number?, report: FullPriceReport)] {
  /// With the texts that Apple signed about the purchases.
  package func withTexts(
    _ entries: (PurchaseChainRow.Number) throws -> [LedgerEntry]
  ) rethrows -> [FullPriceReport] {
    try map { chain, report in
      var report = report
      guard let chain else { return report }
      let id = report.purchase.transaction.transactionId
      report.text = try entries(chain).lazy.reversed().compactMap { $0.text(ofTransaction: id) }
        .first
      return report
    }
  }
}

extension LedgerEntry {
  /// The signed transaction with an id that this text is, or has inside.
  fileprivate func text(ofTransaction id: String) -> SignedText? {
    let transaction =
      switch kind {
      case .transaction: text
      case .notification: StoredPayload(text)?.transaction
      case .renewalInfo, .appTransaction: nil as SignedText?
      }
    guard let transaction, StoredPayload(transaction)?.transactionId == id else { return nil }
    return transaction
  }
}
