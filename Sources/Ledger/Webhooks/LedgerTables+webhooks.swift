import AppStore
import PaywallCatalog
import PaywallTextCoding
import Subscribers

extension LedgerTables {
  /// Writes the events of a copy of a transaction.
  ///
  /// - Parameter isHistory: it comes from an import or a backfill.
  mutating func noteWebhooks(
    from before: TransactionFact?, to after: TransactionFact, in chain: PurchaseChainRow,
    at now: Timestamp, isHistory: Bool
  ) throws {
    guard try wants(.purchases) else { return }
    let oldest = WebhookEvent.oldest(at: now, isHistory: isHistory)
    let others = {
      try transactions(in: chain).filter { !$0.transactionId.hasSameUTF8(as: after.transactionId) }
    }
    var events = try WebhookEvent.events(from: before, to: after, others: others)
    if before != nil, !isHistory {
      // An import or a backfill may have brought it first, which is told to no endpoint.
      events += try WebhookEvent.events(from: nil, to: after, others: others)
        .filter { $0.at >= oldest }
    }
    for event in events {
      try add(event, of: chain.owner.number, by: chain.number, oldest: oldest, at: now)
    }
  }

  /// Writes the event of a notification that no copy of a transaction shows.
  mutating func noteWebhook(
    _ notification: Notification, of chain: PurchaseChainRow?, at now: Timestamp, isHistory: Bool
  ) throws {
    guard let chain, let fact = notification.fact, try wants(.notifications),
      let event = WebhookEvent(notification, about: fact, at: now)
    else { return }
    let oldest = WebhookEvent.oldest(at: now, isHistory: isHistory)
    try add(event, of: chain.owner.number, by: chain.number, oldest: oldest, at: now)
  }
}

extension WebhookTables {
  /// Whether an endpoint asks for any of these events.
  func wants(_ types: Set<WebhookEventType>) throws -> Bool {
    let wanted = try wantedWebhooks()
    return !wanted.isEmpty && types.contains { wanted.contains($0.rawValue) }
  }
}

extension Set<WebhookEventType> {
  /// The events that copies of transactions make.
  static let purchases: Self = [
    .subscriptionStarted, .subscriptionRenewed, .subscriptionProductChanged, .purchaseMade,
    .purchaseRefunded, .purchaseRefundReversed,
  ]
  /// The events that notifications alone make.
  static let notifications: Self = [
    .subscriptionCancelled, .subscriptionUncancelled, .subscriptionBillingIssue,
    .subscriptionExpired, .subscriptionProductChangeScheduled, .subscriptionExtended,
  ]
}

extension WebhookEvent {
  /// The earliest moment whose event is news: 24 hours ago, or none at all for history.
  static func oldest(at now: Timestamp, isHistory: Bool) -> Timestamp {
    isHistory ? Timestamp(milliseconds: .max) : now.adding(milliseconds: -Timestamp.day)
  }
}
