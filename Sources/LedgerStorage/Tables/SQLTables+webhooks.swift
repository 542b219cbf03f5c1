package import Ledger
package import PaywallCatalog

private enum Statements {
  /// An event for each endpoint that takes it. A transaction that draws numbers must have an id by then:
  /// by that others know of it (`CommitCursor`). SQLite would compile the statement again for each value of
  /// a bare parameter of LIKE, in case it begins with letters.
  static let add = """
    INSERT INTO webhook_events (endpoint, id, line, customer, type, at, received_at, data,
      is_historical, state, attempts, next_at)
    SELECT name, ?1/*::text*/, ?2/*::bigint*/, ?10/*::bigint*/, ?3/*::text*/, ?4/*::bigint*/, ?5/*::bigint*/,
      ?6/*::text*/, CASE WHEN ?4 < ?7/*::bigint*/ OR ?4 < added_at THEN 1 ELSE 0 END, 0, 0, ?5
    FROM webhook_endpoints
    WHERE is_active = 1 AND events LIKE CAST(?8 AS text) AND environments LIKE CAST(?9 AS text)
      /*AND pg_current_xact_id() IS NOT NULL*/
      AND (takes_history = 1 OR (?4 >= ?7 AND ?4 >= added_at))
    ON CONFLICT DO NOTHING
    """

  static let restart = """
    UPDATE webhook_events SET state = 0, attempts = 0, next_at = ?, failed_since = NULL,
      delivered_at = NULL
    """

  /// Whether an event that is numbered lower, of the customer's purchases or given access, is in a
  /// state.
  private static func hasEarlier(in state: Int) -> String {
    let customer = "coalesce(l.customer, e.customer)"
    // Expressions, so that no index but those of a chain's and a customer's events can be searched, also if
    // PostgreSQL knows nothing of the table yet: any other leads to the events of all customers.
    let isEarlier = """
      p.endpoint || '' = e.endpoint AND p.number + 0 < e.number AND p.state + 0 = \(state)
      """
    return """
      (EXISTS (SELECT 1 FROM webhook_events AS p JOIN lines AS q ON q.number = p.line
        WHERE q.customer = \(customer) AND \(isEarlier))
      OR EXISTS (SELECT 1 FROM webhook_events AS p
        WHERE p.customer = \(customer) AND \(isEarlier)))
      """
  }

  /// SQLite uses a partial index only for a query with the very condition of the index.
  static let due = """
    SELECT \(WebhookDelivery.columns),
      CASE WHEN \(hasEarlier(in: 2)) THEN 1 ELSE 0 END
    FROM webhook_events AS e LEFT JOIN lines AS l ON l.number = e.line
    WHERE e.endpoint = ? AND e.state = 0 AND e.state <> 1 AND e.next_at <= ? AND NOT \(hasEarlier(in: 0))
    ORDER BY e.number LIMIT ?
    """
}

extension SQLTables {
  package func wantedWebhooks() throws -> Set<String> {
    if let known = reads.configured.wantedWebhooks { return known }
    let found = try each(Self.findWantedWebhooks) { try $0.plain(0) }
    let wanted = Set(found.flatMap(WebhookReceiver.items))
    reads.configured.wantedWebhooks = wanted
    return wanted
  }

  package static var findWantedWebhooks: String {
    "SELECT events FROM webhook_endpoints WHERE is_active = 1"
  }

  /// The number is drawn while the customer is locked, so that the numbers of a customer grow
  /// in the order of commits.
  package mutating func add(
    _ event: WebhookEvent, of customer: CustomerRow.Number?, by chain: PurchaseChainRow.Number?,
    oldest: Timestamp, at now: Timestamp
  ) throws {
    if let customer { try lock([.customer(customer)]) }
    let environment = event.environment.map { WebhookReceiver.list(["\($0.code)"]) }
    try run(
      Statements.add, Cell.plain(event.id), Cell.number(chain),
      Cell.plain(event.type.rawValue), Cell.moment(event.at), Cell.moment(now),
      Cell.plain(event.data), Cell.moment(oldest),
      Cell.plain("%\(WebhookReceiver.list([event.type.rawValue]))%"),
      Cell.plain("%\(environment ?? "")%"), Cell.number(chain == nil ? customer : nil))
  }

  package mutating func remove(webhook id: String) throws {
    try run("DELETE FROM webhook_events WHERE id = ?", Cell.plain(id))
  }

  package func webhookReceivers() throws -> [WebhookReceiver] {
    try each(
      "SELECT \(WebhookReceiver.columns) FROM webhook_endpoints ORDER BY name",
      read: WebhookReceiver.init)
  }

  package mutating func put(_ receiver: WebhookReceiver) throws {
    reads.configured.wantedWebhooks = nil
    try run("DELETE FROM webhook_endpoints WHERE name = ?", Cell.plain(receiver.name))
    try insert(into: "webhook_endpoints", WebhookReceiver.columns, receiver.values(Cell.self))
  }

  package func dueWebhooks(
    of endpoint: String, at now: Timestamp, limit: Int
  ) throws -> [WebhookDelivery] {
    try each(Statements.due, Cell.plain(endpoint), Cell.moment(now), Cell.number(limit)) {
      try WebhookDelivery($0, hasGap: true)
    }
  }

  package mutating func settle(_ outcome: WebhookOutcome, at now: Timestamp) throws {
    let number = SQLValue.integer(outcome.number)
    switch outcome.result {
    case .delivered:
      try run(
        """
        UPDATE webhook_events SET state = 1, attempts = attempts + 1, delivered_at = ?,
          last_failure = NULL
        WHERE number = ? AND state = 0
        """, Cell.moment(now), number)
    case .failed(let failure, let next):
      try fail(number, 0, failure, next: next, at: now)
    case .givenUp(let failure):
      try fail(number, 2, failure, next: now, at: now)
    }
  }

  private func fail(
    _ number: SQLValue, _ state: Int64, _ failure: String, next: Timestamp, at now: Timestamp
  ) throws {
    try run(
      """
      UPDATE webhook_events SET state = ?, attempts = attempts + 1, last_failure = ?, next_at = ?,
        failed_since = coalesce(failed_since, ?)
      WHERE number = ? AND state = 0
      """, .integer(state), Cell.plain(failure), Cell.moment(next), Cell.moment(now), number)
  }

  package func webhookDeliveries(
    of endpoint: String?, _ state: WebhookDelivery.State?, limit: Int
  ) throws -> [WebhookDelivery] {
    var (conditions, values): ([String], [SQLValue]) = (["TRUE"], [])
    if let endpoint {
      conditions.append("e.endpoint = ?")
      values.append(Cell.plain(endpoint))
    }
    if let state {
      conditions.append("e.state = ?")
      values.append(Cell.number(state.rawValue))
    }
    return try all(
      """
      SELECT \(WebhookDelivery.columns) FROM webhook_events AS e
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY e.number DESC LIMIT ?
      """, values + [Cell.number(max(0, limit))]
    ) { try WebhookDelivery($0) }
  }

  package func webhooks(
    of endpoint: String, after number: Int64, through last: Int64, limit: Int
  ) throws -> [WebhookDelivery] {
    try each(
      """
      SELECT \(WebhookDelivery.columns) FROM webhook_events AS e
      WHERE e.endpoint = ? AND e.number > ? AND e.number <= ? ORDER BY e.number LIMIT ?
      """, Cell.plain(endpoint), .integer(number), .integer(last), Cell.number(limit)
    ) { try WebhookDelivery($0) }
  }

  package func webhookOutboxEnd() throws -> CommitEnd {
    try commitEnd(ofNumbersIn: "webhook_events")
  }

  /// - Parameter table: has a column `received_at`.
  func commitEnd(ofNumbersIn table: String) throws -> CommitEnd {
    let newest = try first("SELECT coalesce(max(number), 0) FROM \(table)") { $0.int64(0) } ?? 0
    let (oldest, next) =
      try first(Self.findTransactions) { ($0.int64(0), $0.int64(1)) } ?? (0, 0)
    let settled =
      oldest == next
      ? nil
      : try first(
        """
        SELECT number FROM \(table)
        WHERE received_at < (SELECT received_at FROM \(table) WHERE number = ?) - 60000
        ORDER BY number DESC LIMIT 1
        """, .integer(newest)
      ) { $0.int64(0) }
    return CommitEnd(
      newest: newest, oldestRunning: oldest, nextTransaction: next, settled: settled ?? 0)
  }

  package mutating func restartWebhook(_ id: String, at now: Timestamp) throws -> [String] {
    try run("\(Statements.restart) WHERE id = ?", Cell.moment(now), Cell.plain(id))
    return try each(
      "SELECT endpoint FROM webhook_events WHERE id = ? ORDER BY endpoint", Cell.plain(id)
    ) { try $0.plain(0) }
  }

  package mutating func restartWebhooks(
    of endpoint: String, since moment: Timestamp, after number: Int64, at now: Timestamp
  ) throws -> [Int64] {
    try each(
      """
      \(Statements.restart) WHERE number IN (
        SELECT number FROM webhook_events WHERE endpoint = ? AND received_at >= ? AND number > ?
        ORDER BY number LIMIT 500)
      RETURNING number
      """, Cell.moment(now), Cell.plain(endpoint), Cell.moment(moment), .integer(number)
    ) { $0.int64(0) }
  }

  package func webhookDeliveries(ofEvent id: String) throws -> [WebhookDelivery] {
    try each(
      """
      SELECT \(WebhookDelivery.columns) FROM webhook_events AS e WHERE e.id = ?
      ORDER BY e.endpoint
      """, Cell.plain(id)
    ) { try WebhookDelivery($0) }
  }

  package func webhookCounts() throws -> [WebhookCounts] {
    try each(
      """
      SELECT endpoint, sum(CASE state WHEN 0 THEN 1 ELSE 0 END),
        sum(CASE state WHEN 2 THEN 1 ELSE 0 END),
        min(CASE state WHEN 0 THEN received_at END)
      FROM webhook_events WHERE state <> 1 GROUP BY endpoint ORDER BY endpoint
      """
    ) {
      WebhookCounts(
        endpoint: try $0.plain(0), pending: $0.int(1), dead: $0.int(2), oldest: $0.moment(3))
    }
  }

  /// Events that wait for a receiver are kept, unless it is gone or the configuration has it no more.
  /// Numbers grow with the arrival, so only events that are numbered below the first later one are searched.
  /// An event from the future, of a clock that was ahead, does not count as later.
  package mutating func pruneWebhooks(before moment: Timestamp, at now: Timestamp) throws -> Bool {
    let firstLater = try first(
      """
      SELECT number FROM webhook_events WHERE received_at >= ? AND received_at <= ?
      ORDER BY number LIMIT 1
      """, Cell.moment(moment), Cell.moment(now)
    ) { $0.int64(0) }
    return try writes(
      """
      DELETE FROM webhook_events WHERE number IN (
        SELECT e.number FROM webhook_events AS e WHERE e.number < ? AND e.received_at < ?
          AND (e.state <> 0 OR e.endpoint NOT IN (
            SELECT name FROM webhook_endpoints WHERE is_active = 1 AND gone_at IS NULL))
        ORDER BY e.number LIMIT 500)
      """, .integer(firstLater ?? .max), Cell.moment(moment))
  }
}
