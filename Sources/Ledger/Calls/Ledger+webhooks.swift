package import PaywallCatalog

/// One call at a time changes endpoints.
private let endpointsLock = LockName.table("webhook_endpoints")

// Events that webhooks tell. They are written in the transaction of the fact that caused them.
extension Ledger {
  /// Takes the endpoints of a configuration: from now on events are written for these and for no
  /// others. An endpoint with another URL begins without its former failures.
  ///
  /// - Parameter products: by which entitlements are told.
  package func setWebhooks(
    _ endpoints: [WebhookEndpoint], selling products: [Product] = [], at now: Timestamp
  ) async throws(LedgerFailure) {
    try await write([endpointsLock]) {
      try $0.setWebhooks(endpoints, selling: products, at: now)
    }
  }

  /// Whether time alone may have changed entitlements, or customers have not been looked at since
  /// the products changed.
  package func hasDueEntitlements(at now: Timestamp) async throws(LedgerFailure) -> Bool {
    try await read(.request) { try $0.hasDueEntitlements(at: now) }
  }

  /// Tells such changes of some customers, and takes or renews the claim.
  ///
  /// - Parameters:
  ///   - claim: of `EntitlementState.job`.
  ///   - limit: of customers.
  /// - Returns: whether there may be more; `false` if another process does it.
  package func tellDueEntitlements(
    by claim: JobClaim, limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await write([.job(claim.job)]) {
      try $0.tellDueEntitlements(by: claim, limit: limit, at: now)
    }
  }

  /// All endpoints of the ledger, sorted by name; also those that the configuration has no more.
  package func webhookReceivers() async throws(LedgerFailure) -> [WebhookReceiver] {
    try await read(.request) { try $0.webhookReceivers() }
  }

  /// Whether there is something to send to an endpoint now, whichever process sends it.
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
    try await write([.job(claim.job), endpointsLock]) {
      try $0.startWebhookRound(to: endpoint, url: url, by: claim, limit: limit, at: now)
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
    try await write([endpointsLock]) {
      try $0.settleWebhooks(outcomes, health, of: endpoint, round: round, at: now)
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
      let numbers = try await write([endpointsLock]) {
        try $0.replayWebhooks(of: endpoint, since: moment, after: after, at: now)
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
    try await write([endpointsLock]) { try $0.retryWebhook(id, at: now) }
  }

  /// The counts of endpoints at which events wait or were given up, sorted by name.
  package func webhookCounts() async throws(LedgerFailure) -> [WebhookCounts] {
    try await read(.list) { try $0.webhookCounts() }
  }

  /// Removes up to 500 events that came before a moment and are sent no more.
  ///
  /// - Returns: whether there were any.
  package func pruneWebhooks(before moment: Timestamp) async throws(LedgerFailure) -> Bool {
    try await write(.nothing) { try $0.pruneWebhooks(before: moment) }
  }
}
