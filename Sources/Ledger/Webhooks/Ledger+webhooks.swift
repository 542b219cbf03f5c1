package import PaywallCatalog

/// One call at a time changes endpoints.
private let endpointsLock = LockName.table("webhook_endpoints")

// Events that webhooks tell. They are written in the transaction of the fact that caused them.
extension Ledger {
  /// Takes the endpoints of a configuration: from now on events are written for these and for no
  /// others. An endpoint with another URL begins without its former failures. A ledger that never
  /// had any is left as it is.
  ///
  /// - Parameter products: by which entitlements are told.
  package func setWebhooks(
    _ endpoints: [WebhookEndpoint], selling products: [Product] = [], at now: Timestamp
  ) async throws(LedgerFailure) {
    if endpoints.isEmpty, try await webhookReceivers().isEmpty { return }
    try await write([endpointsLock]) { tables in
      let areTold = endpoints.contains { $0.events.contains(.entitlementChanged) }
      try tables.setWebhookProducts(areTold ? products : [])
      let known = try tables.webhookReceivers()
      for endpoint in endpoints {
        var row = WebhookReceiver(endpoint, at: now)
        if let held = known.first(where: { $0.name == endpoint.name }) {
          if held.isActive { row.addedAt = held.addedAt }
          if held.url == row.url { row.health = held.health }
          row.round = held.round
          guard row != held else { continue }
        }
        try tables.put(row)
      }
      for var row in known
      where row.isActive && !endpoints.contains(where: { $0.name == row.name }) {
        row.isActive = false
        try tables.put(row)
      }
    }
  }

  /// Returns all endpoints of the ledger, sorted by name; also those that the configuration has
  /// dropped.
  package func webhookReceivers() async throws(LedgerFailure) -> [WebhookReceiver] {
    try await read(.request) { try $0.webhookReceivers() }
  }

  /// True if an event is due for an endpoint now, whichever process sends it.
  ///
  /// - Parameter url: of the endpoint. The ledger may have another one, of another release.
  package func hasDueWebhooks(
    of endpoint: String, url: String, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await read(.request) {
      guard try $0.openReceiver(endpoint, url: url, at: now) != nil else { return false }
      return try !$0.dueWebhooks(of: endpoint, at: now, limit: 1).isEmpty
    }
  }

  /// Begins a round of attempts: takes or renews the claim, and numbers the round.
  ///
  /// - Parameter limit: of the events to choose from.
  /// - Returns: `nil` if another process sends, or there is nothing to send now.
  package func startWebhookRound(
    to endpoint: String, url: String, by claim: JobClaim, limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> WebhookRound? {
    try await write([.job(claim.job), endpointsLock]) { tables in
      guard try tables.claim(claim, at: now) != nil,
        var receiver = try tables.openReceiver(endpoint, url: url, at: now)
      else { return nil }
      let due = try tables.dueWebhooks(of: endpoint, at: now, limit: limit)
      guard !due.isEmpty else { return nil }
      receiver.round += 1
      try tables.put(receiver)
      return WebhookRound(number: receiver.round, health: receiver.health, due: due)
    }
  }

  /// Writes what came of the attempts of a round, and how the receiver does.
  ///
  /// - Parameter round: the number of the round.
  /// - Returns: `false`, with nothing written, if a later round has begun.
  package func settleWebhooks(
    _ outcomes: [WebhookOutcome], _ health: WebhookReceiver.Health, of endpoint: String,
    round: Int64, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await write([endpointsLock]) { tables in
      guard var row = try tables.webhookReceivers().first(where: { $0.name == endpoint }),
        row.round == round
      else { return false }
      for outcome in outcomes { try tables.settle(outcome, at: now) }
      row.health = health
      try tables.put(row)
      return true
    }
  }

  /// The newest events first, those of an endpoint or all.
  ///
  /// - Parameter state: `nil` for every state.
  package func webhookDeliveries(
    of endpoint: String?, _ state: WebhookDelivery.State?, limit: Int
  ) async throws(LedgerFailure) -> [WebhookDelivery] {
    try await read(.list) { try $0.webhookDeliveries(of: endpoint, state, limit: limit) }
  }

  /// An event at each endpoint that has it.
  package func webhookDeliveries(
    ofEvent id: String
  ) async throws(LedgerFailure) -> [WebhookDelivery] {
    try await read(.request) { try $0.webhookDeliveries(ofEvent: id) }
  }

  /// Sends all events of an endpoint again that came at a moment or later, whatever came of them, and
  /// lets it try at once. They keep their ids and each customer's order.
  ///
  /// - Returns: how many there are.
  package func replayWebhooks(
    of endpoint: String, since moment: Timestamp, at now: Timestamp
  ) async throws(LedgerFailure) -> Int {
    var (count, last): (Int, Int64) = (0, 0)
    while true {
      let after = last
      let numbers = try await write([endpointsLock]) { tables in
        let numbers = try tables.restartWebhooks(of: endpoint, since: moment, after: after, at: now)
        if !numbers.isEmpty { try tables.wake([endpoint]) }
        return numbers
      }
      guard let greatest = numbers.max() else { return count }
      count += numbers.count
      last = greatest
    }
  }

  /// Sends an event again, whatever came of it, and lets its endpoints try at once.
  ///
  /// - Returns: the endpoints that have it.
  package func retryWebhook(
    _ id: String, at now: Timestamp
  ) async throws(LedgerFailure) -> [String] {
    try await write([endpointsLock]) { tables in
      let names = try tables.restartWebhook(id, at: now)
      try tables.wake(names)
      return names
    }
  }

  /// The counts of endpoints at which events wait or were given up, sorted by name.
  package func webhookCounts() async throws(LedgerFailure) -> [WebhookCounts] {
    try await read(.list) { try $0.webhookCounts() }
  }

  /// Removes up to 500 events that came before a moment and are sent no more.
  ///
  /// - Returns: whether there were any.
  package func pruneWebhooks(
    before moment: Timestamp, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await write(.nothing) { try $0.pruneWebhooks(before: moment, at: now) }
  }
}

extension StoredTables {
  /// An endpoint to which something may be sent now.
  fileprivate func openReceiver(_ name: String, url: String, at now: Timestamp) throws
    -> WebhookReceiver?
  {
    try webhookReceivers().first {
      $0.name == name && $0.url == url && $0.isActive && $0.health.goneAt == nil
        && $0.health.nextAt.map { $0 <= now } ?? true
    }
  }

  /// Lets endpoints try at once that were gone or rest after failures.
  fileprivate mutating func wake(_ names: [String]) throws {
    for var row in try webhookReceivers() where names.contains(row.name) {
      row.health = WebhookReceiver.Health(deliveredAt: row.health.deliveredAt)
      try put(row)
    }
  }
}
