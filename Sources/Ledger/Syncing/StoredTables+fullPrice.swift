package import AppStore
package import PaywallCatalog
package import PaywallSubscribers

/// A purchase at full price although an offer was signed for it, with what shows both.
package struct FullPriceReport: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  package var purchase: FullPricePurchase
  /// When offers were signed under the grant, with which key, and to whom.
  package var attempts: [SignedAttempt]
  /// What Apple signed about the purchase; `nil` if only a notification has it.
  package var text: SignedText?
}

/// The reports of some grants.
package struct FullPricePage: Hashable, Sendable {
  package var reports: [FullPriceReport]
  /// The page after this one begins before this grant; `nil` on the last one.
  package var next: Int64?
}

/// A signature under a grant. The signature itself is not stored; its nonce identifies it.
package struct SignedAttempt: Hashable, Sendable {
  package var nonce: String
  package var keyId: String
  package var signedAt: Timestamp?
}

extension SignedAttempt {
  /// A nonce, the id of a key and a time.
  package init(_ row: some LedgerRow) throws {
    self.init(nonce: try row.required(0), keyId: try row.required(1), signedAt: row.moment(2))
  }
}

extension StoredTables {
  package typealias FoundFullPrice = (chain: PurchaseChainRow.Number?, report: FullPriceReport)

  /// One page of grants: purchases at full price under the open ones, without their texts.
  package func fullPricePurchases(
    grantedSince moment: Timestamp, before grant: Int64?, limit: Int
  ) throws -> (found: [FoundFullPrice], next: Int64?) {
    let page = try grants(before: grant ?? .max, limit: max(1, limit))
    let found = try fullPricePurchases(under: page.filter { $0.grantedAt >= moment })
    // Grants are numbered in the order in which they were made: a page of older ones is the last.
    let isLast = page.count < limit || page.allSatisfy { $0.grantedAt < moment }
    return (found, isLast ? nil : page.last?.number)
  }

  package func fullPricePurchases(under numbers: [Int64]) throws -> [FoundFullPrice] {
    try fullPricePurchases(under: numbers.compactMap { try grantOutline($0) })
  }

  private func fullPricePurchases(under grants: [GrantOutline]) throws -> [FoundFullPrice] {
    let open = grants.filter { !$0.isRedeemed }
    let numbers = Set(open.map(\.number))
    var found: [FoundFullPrice] = []
    for number in Set(open.compactMap(\.customer)).sorted() {
      guard let customer = try customer(number) else { continue }
      for purchase in try ownHistory(of: customer, withRenewals: false).fullPricePurchases
      where numbers.contains(purchase.grant.id) {
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
    return found.sorted { $0.report.purchase.grant.id > $1.report.purchase.grant.id }
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
    guard let transaction, StoredPayload(transaction)?.transactionId == id else { return nil }
    return transaction
  }
}
