/// The last change of each purchase that does not renew. Numbers grow: those of one customer in the
/// order of commits, because a writer has the customer to itself until its commit.
package protocol PurchaseTables {
  func chain(_ number: PurchaseChainRow.Number) throws -> PurchaseChainRow?
  /// The texts of a chain.
  func entries(ofChain chain: PurchaseChainRow.Number) throws -> [LedgerEntry]
  /// Puts a purchase behind all others, as one of the chain's customer.
  mutating func note(purchase id: String, in chain: PurchaseChainRow) throws
  /// In the order of numbers.
  func purchaseChanges(
    of customer: CustomerRow.Number, after number: Int64, limit: Int
  ) throws -> [PurchaseChange]
  /// 0 without any.
  func lastPurchaseChange(of customer: CustomerRow.Number) throws -> Int64
  /// `PurchaseCursor.ledger`.
  func purchaseLedger() throws -> String
}

/// That a purchase came or changed.
package struct PurchaseChange: Hashable, Sendable {
  package var number: Int64
  package var chain: PurchaseChainRow.Number
  /// `OneTimePurchase.id`.
  package var purchase: String

  package init(number: Int64, chain: PurchaseChainRow.Number, purchase: String) {
    self.number = number
    self.chain = chain
    self.purchase = purchase
  }
}
