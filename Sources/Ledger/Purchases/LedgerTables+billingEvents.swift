import AppStore
import PaywallTextCoding
import Subscribers

extension LedgerTables {
  /// Reads the billing events of transactions that were kept before they were facts, from their
  /// texts, so that copies among them are known.
  ///
  /// - Parameter numbers: of chains in which copies may be.
  package mutating func readBillingEvents(inChains numbers: [PurchaseChainRow.Number]) throws {
    for number in numbers {
      guard let chain = try chain(number) else { continue }
      let events = try entries(ofChain: number).billingEvents
      for var fact in try transactions(in: chain) where fact.webOrderLineItemId == nil {
        guard let event = events[UTF8Key(fact.transactionId)] else { continue }
        fact.webOrderLineItemId = event
        try put(fact, in: chain)
      }
    }
  }

  /// Chains in which two transactions of a product end together, in the SQL of both databases.
  ///
  /// - Parameter chain: the column that refers to a chain.
  package static func chainsWithCopies(by chain: String) -> String {
    """
    SELECT DISTINCT \(chain) FROM (
      SELECT \(chain) FROM transactions WHERE expires_date IS NOT NULL
      GROUP BY \(chain), product_id, expires_date HAVING count(*) > 1) AS found
    """
  }
}

extension [LedgerEntry] {
  /// The billing events that texts name, by transaction id.
  fileprivate var billingEvents: [UTF8Key: String] {
    var events: [UTF8Key: String] = [:]
    for entry in self {
      guard let payload = entry.transaction.flatMap({ StoredPayload($0) }),
        let id = payload.transactionId,
        let event = payload.webOrderLineItemId
      else { continue }
      events[UTF8Key(id)] = event
    }
    return events
  }
}
