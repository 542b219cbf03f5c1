import PaywallCatalog
import PaywallTextCoding
import Subscribers

// Events of offers and of answers to requests for refunds.
extension LedgerTables {
  /// - Parameter nonce: of the first signature.
  mutating func noteWebhook(
    _ grant: Grant, for holder: GrantHolder, nonce: String, at now: Timestamp
  ) throws {
    guard try wants([.offerGranted]) else { return }
    var event = WebhookEvent(grant, to: nonce)
    var owner: CustomerRow?
    var chain: PurchaseChainRow?
    if case .customer(let number) = holder { owner = try customer(number) }
    if let owner {
      chain = try chains(of: owner.number).first
      let names = [owner.appTransactionId, chain?.originalTransactionId]
      event = WebhookEvent(
        grant, to: names.compactMap(\.self).first ?? nonce,
        .texts(("appTransactionId", names[0]), ("originalTransactionId", names[1])))
    }
    try add(
      event, of: owner?.number, by: chain?.number,
      oldest: WebhookEvent.oldest(at: now, isHistory: false), at: now)
  }

  mutating func noteWebhook(
    _ settlement: GrantSettlement, in history: CustomerHistory, at now: Timestamp, isHistory: Bool
  ) throws {
    guard let redemption = settlement.grant.redemption, try wants([.offerRedeemed]),
      let fact = history.transactions.first(where: {
        $0.transactionId.hasSameUTF8(as: redemption.transactionId)
      })
    else { return }
    try add(WebhookEvent(settlement, by: fact), about: fact, at: now, isHistory: isHistory)
  }

  /// Writes which purchases of a chain were made without the offer that was granted for them.
  ///
  /// - Parameter fact: the only purchase to look at; `nil` for all, after the chain has moved.
  mutating func noteFullPrice(
    in chain: PurchaseChainRow, only fact: TransactionFact?, at now: Timestamp, isHistory: Bool
  ) throws {
    if let fact, fact.offerKind != nil || fact.reason?.known == .renewal { return }
    guard try wants([.offerFullPrice]), try !grants(of: chain.owner).isEmpty else { return }
    for purchase in try ownHistory(of: chain.owner, withRenewals: false).fullPricePurchases {
      let bought = purchase.transaction
      guard bought.originalTransactionId.hasSameUTF8(as: chain.originalTransactionId),
        fact?.transactionId.hasSameUTF8(as: bought.transactionId) ?? true
      else { continue }
      try add(WebhookEvent(purchase), about: bought, at: now, isHistory: isHistory)
    }
  }

  /// - Parameter refundCase: as it was settled.
  mutating func noteWebhook(_ refundCase: RefundCase) throws {
    guard case .answered(_, _, let moment) = refundCase.state, try wants([.refundAnswered]),
      let original = refundCase.originalTransactionId, let id = refundCase.transactionId,
      let chain = try chain(originalTransactionId: original, in: refundCase.environment),
      let fact = try transaction(id, in: chain),
      let event = WebhookEvent(refundCase, about: fact)
    else { return }
    try add(event, about: fact, at: moment, isHistory: false)
  }

  private mutating func add(
    _ event: WebhookEvent, about fact: TransactionFact, at now: Timestamp, isHistory: Bool
  ) throws {
    let chain = try chain(
      originalTransactionId: fact.originalTransactionId, in: fact.environment)
    guard let chain else { return }
    try add(
      event, of: chain.owner.number, by: chain.number,
      oldest: WebhookEvent.oldest(at: now, isHistory: isHistory), at: now)
  }
}
