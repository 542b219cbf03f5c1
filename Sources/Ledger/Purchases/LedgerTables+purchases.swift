package import PaywallCatalog
import PaywallTextCoding
package import Subscribers

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

/// The arrival or change of a purchase.
package struct PurchaseChange: Hashable, Sendable {
  package var number: Int64
  package var chain: PurchaseChainRow.Number
  /// `OneTimePurchase.id`.
  package var purchase: String
}

extension PurchaseChange {
  package init(_ row: some LedgerRow) throws {
    self.init(number: row.int64(0), chain: row.int64(1), purchase: try row.required(2))
  }
}

extension Ledger {
  /// The purchases of the customers of a name that do not renew, each as it is now, in the order in
  /// which the ledger learned of them or of what changed about them. A reader that follows the cursor
  /// meets every change of every purchase; a purchase that changed comes again under its id.
  ///
  /// - Parameters:
  ///   - cursor: of the page before; one of another ledger begins at the first purchase.
  ///   - limit: of the changes that are looked at; those that are no longer purchases are left out.
  package func oneTimePurchases(
    of name: CustomerName, in environment: AppStoreEnvironment, after cursor: PurchaseCursor?,
    limit: Int
  ) async throws(LedgerFailure) -> PurchasePage {
    try await read(.request) { tables in
      var next = PurchaseCursor(ledger: try tables.purchaseLedger())
      let known = cursor.flatMap { $0.ledger == next.ledger ? $0.numbers : nil } ?? [:]
      let limit = max(1, limit)
      var found: [(change: PurchaseChange, customer: CustomerRow.Number)] = []
      for customer in try tables.owners(of: name, in: environment).map(\.number) {
        var number = known[customer] ?? 0
        // A higher number comes from a ledger that was put back to an earlier state.
        if try number > 0 && number > tables.lastPurchaseChange(of: customer) { number = 0 }
        next.numbers[customer] = number
        found += try tables.purchaseChanges(of: customer, after: number, limit: limit + 1)
          .map { ($0, customer) }
      }
      found.sort { $0.change.number < $1.change.number }
      var purchases: [OneTimePurchase] = []
      for (change, customer) in found.prefix(limit) {
        next.numbers[customer] = change.number
        if let purchase = try tables.purchase(of: change) { purchases.append(purchase) }
      }
      return PurchasePage(purchases: purchases, next: next, hasMore: found.count > limit)
    }
  }
}

extension LedgerTables {
  /// All copies of a purchase are in one chain.
  package func purchases(in chain: PurchaseChainRow) throws -> Purchases {
    Purchases(try transactions(in: chain))
  }

  /// Returns one fact for each purchase.
  func purchases(of customers: [CustomerRow]) throws -> [TransactionFact] {
    try customers.flatMap { try chains(of: $0.number) }.filter(\.hasPurchases)
      .flatMap { try purchases(in: $0).facts }
  }

  /// Notes each purchase of a chain that differs from what it was.
  mutating func noteChanges(
    in chain: PurchaseChainRow, since before: [OneTimePurchase]
  ) throws {
    for purchase in try purchases(in: chain).oneTime where !before.contains(purchase) {
      try note(purchase: purchase.id, in: chain)
    }
  }

  fileprivate func purchase(of change: PurchaseChange) throws -> OneTimePurchase? {
    guard let chain = try chain(change.chain) else { return nil }
    return try purchases(in: chain).oneTime.first { $0.id.hasSameUTF8(as: change.purchase) }
  }
}
