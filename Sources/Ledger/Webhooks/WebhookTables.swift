package import PaywallCatalog

/// The outbox of webhooks, as the rules of facts write it.
package protocol WebhookTables {
  /// The events that endpoints ask for; empty without endpoints.
  func wantedWebhooks() throws -> Set<String>
  /// Writes an event for each endpoint that takes it; one that is there changes nothing.
  ///
  /// - Parameters:
  ///   - customer: the customer of the event; `nil` if it has none.
  ///   - chain: the purchase chain that caused it, with which it moves; `nil` for given access.
  ///   - oldest: an event of an earlier moment is historical.
  mutating func add(
    _ event: WebhookEvent, of customer: CustomerRow.Number?, by chain: PurchaseChainRow.Number?,
    oldest: Timestamp, at now: Timestamp) throws
  /// Removes an event at each endpoint that has it.
  mutating func remove(webhook id: String) throws

  /// The products by which entitlements are told, and nothing else; `nil` if no endpoint asks.
  func webhookProducts() throws -> Snapshot?
  /// Returns the state that was last reported of a customer; `nil` if the customer was not looked
  /// at yet.
  func entitlementState(of customer: CustomerRow.Number) throws -> EntitlementState?
  mutating func put(_ state: EntitlementState, of customer: CustomerRow.Number) throws
}

/// The endpoints and the outbox, as those who send see them.
package protocol WebhookQueueTables {
  /// Sorted by name.
  func webhookReceivers() throws -> [WebhookReceiver]
  mutating func put(_ receiver: WebhookReceiver) throws
  /// Each customer's oldest event that waits, if it is due. In the order of their numbers.
  func dueWebhooks(
    of endpoint: String, at now: Timestamp, limit: Int
  ) throws -> [WebhookDelivery]
  /// Writes what came of an attempt, unless the event has been delivered or given up.
  mutating func settle(_ outcome: WebhookOutcome, at now: Timestamp) throws
  /// The newest first.
  func webhookDeliveries(
    of endpoint: String?, _ state: WebhookDelivery.State?, limit: Int
  ) throws -> [WebhookDelivery]
  /// Events of an endpoint with numbers of a range, the oldest first.
  func webhooks(
    of endpoint: String, after number: Int64, through last: Int64, limit: Int
  ) throws -> [WebhookDelivery]
  func webhookOutboxEnd() throws -> CommitEnd
  /// An event at each endpoint that has it, in the order of their names.
  func webhookDeliveries(ofEvent id: String) throws -> [WebhookDelivery]
  /// Lets an event wait again, at each endpoint that has it.
  ///
  /// - Returns: the names of the endpoints.
  mutating func restartWebhook(_ id: String, at now: Timestamp) throws -> [String]
  /// Lets up to 500 events of an endpoint wait again that came at a moment or later, in the order of
  /// their numbers.
  ///
  /// - Returns: their numbers, in any order.
  mutating func restartWebhooks(
    of endpoint: String, since moment: Timestamp, after number: Int64, at now: Timestamp
  ) throws -> [Int64]
  func webhookCounts() throws -> [WebhookCounts]
  mutating func pruneWebhooks(before moment: Timestamp, at now: Timestamp) throws -> Bool

  mutating func put(webhookProducts products: [Product]) throws
  /// Customers whose entitlements time alone may have changed, those that wait longest first.
  func customersWithDueEntitlements(
    at now: Timestamp, limit: Int
  ) throws -> [CustomerRow.Number]
  /// All customers, sorted by number.
  func customers(after number: CustomerRow.Number, limit: Int) throws -> [CustomerRow.Number]
}
