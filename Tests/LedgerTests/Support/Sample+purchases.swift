import Ledger
import PaywallCatalog
import Subscribers

extension Sample {
  /// A consumable, bought on a day.
  static func coins(
    _ id: String, customer: String? = "7040", bought: Double = 1, quantity: Int? = 3,
    token: String? = nil
  ) -> TransactionFact {
    var fact = fact(
      id, customer: customer, signed: bought, token: token, product: "coins_100", group: nil)
    fact.type = OpenEnum(.consumable)
    fact.expiresDate = nil
    fact.quantity = quantity
    fact.price = 14_970
    return fact
  }

  /// A lifetime purchase.
  static func lifetime(_ id: String, chain: String = "", bought: Double = 1) -> TransactionFact {
    var fact = coins(id, bought: bought, quantity: 1)
    if !chain.isEmpty { fact.originalTransactionId = chain }
    fact.type = OpenEnum(.nonConsumable)
    fact.productId = "pro_lifetime"
    fact.originalPurchaseDate = day(1)
    return fact
  }

  /// The same purchase under another id, from a restore on a day.
  static func copy(
    of fact: TransactionFact, _ id: String, signed: Double
  ) -> TransactionFact {
    var copy = fact
    copy.transactionId = id
    copy.signedDate = day(signed)
    return copy
  }
}

/// A back end that follows the purchases of a customer, and credits each id once.
struct BackEnd {
  let name: CustomerName
  var limit = 2
  /// The customer's credit, by id.
  private(set) var credited: [String: Int] = [:]
  /// Ids in the order in which they came.
  private(set) var heard: [String] = []
  private(set) var cursor: PurchaseCursor?

  init(_ name: CustomerName = .appTransactionId("7040"), limit: Int = 2) {
    self.name = name
    self.limit = limit
  }

  mutating func follow(_ ledger: any Ledger) async throws {
    while true {
      // The back end keeps its cursor as text in its own database.
      let page = try await ledger.oneTimePurchases(
        of: name, in: .production, after: cursor.flatMap { PurchaseCursor($0.text) }, limit: limit)
      for purchase in page.purchases {
        heard.append(purchase.id)
        credited[purchase.id] = purchase.revokedAt == nil ? purchase.quantity : nil
      }
      cursor = page.next
      guard page.hasMore else { return }
    }
  }
}
