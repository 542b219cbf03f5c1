import AppStore
import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension LedgerTables {
  /// Writes the events of a copy of a transaction.
  ///
  /// - Parameter isHistory: it comes from an import or a backfill.
  mutating func noteWebhooks(
    from before: TransactionFact?, to after: TransactionFact, in chain: PurchaseChainRow,
    at now: Timestamp, isHistory: Bool
  ) throws {
    guard try mayHaveWebhooks() else { return }
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
    for event in events { try add(event, of: chain, oldest: oldest, at: now) }
  }

  /// Writes the event of a notification that no copy of a transaction shows.
  mutating func noteWebhook(
    _ notification: Notification, of chain: PurchaseChainRow?, at now: Timestamp, isHistory: Bool
  ) throws {
    guard let chain, let fact = notification.fact, try mayHaveWebhooks(),
      let event = WebhookEvent(notification, about: fact, at: now)
    else { return }
    let oldest = WebhookEvent.oldest(at: now, isHistory: isHistory)
    try add(event, of: chain, oldest: oldest, at: now)
  }
}

extension WebhookEvent {
  /// The earliest moment whose event is news: 24 hours ago, or none at all for history.
  static func oldest(at now: Timestamp, isHistory: Bool) -> Timestamp {
    isHistory ? Timestamp(milliseconds: .max) : now.adding(milliseconds: -Timestamp.day)
  }
}

// Who sends.
extension StoredTables {
  mutating func setWebhooks(
    _ endpoints: [WebhookEndpoint], selling products: [Product], at now: Timestamp
  ) throws {
    let areTold = endpoints.contains { $0.events.contains(.entitlementChanged) }
    try setWebhookProducts(areTold ? products : [])
    let known = try webhookReceivers()
    for endpoint in endpoints {
      var row = WebhookReceiver(endpoint, at: now)
      if let held = known.first(where: { $0.name == endpoint.name }) {
        if held.isActive { row.addedAt = held.addedAt }
        if held.url == row.url { row.health = held.health }
        row.round = held.round
        guard row != held else { continue }
      }
      try put(row)
    }
    for var row in known where row.isActive && !endpoints.contains(where: { $0.name == row.name }) {
      row.isActive = false
      try put(row)
    }
  }

  /// An endpoint to which something may be sent now.
  func openReceiver(_ name: String, url: String, at now: Timestamp) throws -> WebhookReceiver? {
    try webhookReceivers().first {
      $0.name == name && $0.url == url && $0.isActive && $0.health.goneAt == nil
        && $0.health.nextAt.map { $0 <= now } ?? true
    }
  }

  mutating func startWebhookRound(
    to endpoint: String, url: String, by claim: JobClaim, limit: Int, at now: Timestamp
  ) throws -> WebhookRound? {
    guard try self.claim(claim, at: now) != nil,
      var receiver = try openReceiver(endpoint, url: url, at: now)
    else { return nil }
    let due = try dueWebhooks(of: endpoint, at: now, limit: limit)
    guard !due.isEmpty else { return nil }
    receiver.round += 1
    try put(receiver)
    return WebhookRound(number: receiver.round, health: receiver.health, due: due)
  }

  mutating func settleWebhooks(
    _ outcomes: [WebhookOutcome], _ health: WebhookReceiver.Health, of endpoint: String,
    round: Int64, at now: Timestamp
  ) throws -> Bool {
    guard var row = try webhookReceivers().first(where: { $0.name == endpoint }),
      row.round == round
    else { return false }
    for outcome in outcomes { try settle(outcome, at: now) }
    row.health = health
    try put(row)
    return true
  }

  mutating func retryWebhook(_ id: String, at now: Timestamp) throws -> [String] {
    let names = try restartWebhook(id, at: now)
    try wake(names)
    return names
  }

  mutating func replayWebhooks(
    of endpoint: String, since moment: Timestamp, after number: Int64, at now: Timestamp
  ) throws -> [Int64] {
    let numbers = try restartWebhooks(of: endpoint, since: moment, after: number, at: now)
    if !numbers.isEmpty { try wake([endpoint]) }
    return numbers
  }

  /// Lets endpoints try at once that were gone or rest after failures.
  private mutating func wake(_ names: [String]) throws {
    for var row in try webhookReceivers() where names.contains(row.name) {
      row.health = WebhookReceiver.Health(deliveredAt: row.health.deliveredAt)
      try put(row)
    }
  }
}
