package import AppStore
package import PaywallCatalog
package import Subscribers

/// A purchase at full price although an offer was signed for it, with what shows both.
package struct FullPriceReport: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  package var purchase: FullPricePurchase
  /// When offers were signed under the grant, with which key, and to whom.
  package var attempts: [SignedAttempt]
  /// The text that Apple signed about the purchase; `nil` if only a notification has it.
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

extension Ledger {
  /// Purchases at full price of products for which the customer had a signed offer, granted since a
  /// moment; the newest grant first. One page, so that a look never reads all customers at once.
  ///
  /// - Parameters:
  ///   - grant: `next` of the page before; `nil` for the first one.
  ///   - limit: the most grants that are looked at.
  package func fullPricePurchases(
    grantedSince moment: Timestamp, before grant: Int64?, limit: Int
  ) async throws(LedgerFailure) -> FullPricePage {
    try await read(.list) { tables in
      let page = try tables.grants(before: grant ?? .max, limit: max(1, limit))
      // Grants are numbered in the order in which they were made: a page of older ones is the last.
      let isLast = page.count < limit || page.allSatisfy { $0.grantedAt < moment }
      return FullPricePage(
        reports: try tables.fullPriceReports(under: page.filter { $0.grantedAt >= moment }),
        next: isLast ? nil : page.last?.number)
    }
  }

  /// The purchases under some grants, as they are now.
  package func fullPricePurchases(
    under grants: [Int64]
  ) async throws(LedgerFailure) -> [FullPriceReport] {
    try await read(.list) { tables in
      try tables.fullPriceReports(under: grants.compactMap { try tables.grantOutline($0) })
    }
  }
}

extension StoredTables {
  /// Purchases at full price under the open ones of some grants; the newest grant first.
  fileprivate func fullPriceReports(under grants: [GrantOutline]) throws -> [FullPriceReport] {
    let open = grants.filter { !$0.isRedeemed }
    let numbers = Set(open.map(\.number))
    var reports: [FullPriceReport] = []
    for number in Set(open.compactMap(\.customer)).sorted() {
      guard let customer = try customer(number) else { continue }
      for purchase in try ownHistory(of: customer, withRenewals: false).fullPricePurchases
      where numbers.contains(purchase.grant.id) {
        reports.append(
          FullPriceReport(
            environment: customer.environment, purchase: purchase,
            attempts: try attempts(of: purchase.grant.id), text: try text(of: purchase.transaction))
        )
      }
    }
    return reports.sorted { $0.purchase.grant.id > $1.purchase.grant.id }
  }

  /// Returns the text that Apple signed last about a transaction, by itself or in a notification.
  private func text(of fact: TransactionFact) throws -> SignedText? {
    guard
      let chain = try chain(
        originalTransactionId: fact.originalTransactionId, in: fact.environment)
    else { return nil }
    return try entries(ofChain: chain.number).lazy.reversed()
      .compactMap { $0.text(ofTransaction: fact.transactionId) }.first
  }
}

extension LedgerEntry {
  /// The signed transaction with an id that this text is, or has inside.
  fileprivate func text(ofTransaction id: String) -> SignedText? {
    guard let transaction, StoredPayload(transaction)?.transactionId == id else { return nil }
    return transaction
  }
}
