package import PaywallCatalog

/// An endpoint as the ledger keeps it: which events are written for it, and how its receiver does.
package struct WebhookReceiver: Hashable, Sendable {
  package let name: String
  package var url: String
  package var events: [String]
  package var environments: [AppStoreEnvironment]
  package var takesHistory: Bool
  /// An event of an earlier moment is historical to it.
  package var addedAt: Timestamp
  /// Whether the configuration has it. No events are written for a removed one.
  package var isActive: Bool
  package var health: Health
  /// The number of the last round of attempts, of whichever process: the fence before late writes.
  package var round: Int64

  /// The state of the receiver; written with the outcomes of each round.
  package struct Health: Hashable, Sendable {
    /// Rounds since the last success.
    package var failures = 0
    /// Nothing is sent before.
    package var nextAt: Timestamp?
    /// When it answered that it is gone (410).
    package var goneAt: Timestamp?
    /// Why the last attempt failed; `nil` after a success.
    package var lastFailure: String?
    package var deliveredAt: Timestamp?

    package init(
      failures: Int = 0, nextAt: Timestamp? = nil, goneAt: Timestamp? = nil,
      lastFailure: String? = nil, deliveredAt: Timestamp? = nil
    ) {
      self.failures = failures
      self.nextAt = nextAt
      self.goneAt = goneAt
      self.lastFailure = lastFailure
      self.deliveredAt = deliveredAt
    }
  }
}

extension WebhookReceiver {
  /// Creates the receiver as the configuration has it.
  init(_ endpoint: WebhookEndpoint, at now: Timestamp) {
    self.init(
      name: endpoint.name, url: endpoint.url.text, events: endpoint.events.map(\.rawValue),
      environments: endpoint.environments, takesHistory: endpoint.takesHistory, addedAt: now,
      isActive: true, health: Health(), round: 0)
  }

  package static let columns = """
    name, url, events, environments, takes_history, added_at, is_active, failures, next_at, gone_at,
    last_failure, delivered_at, round
    """

  package init(_ row: some LedgerRow) throws {
    self.init(
      name: try row.plain(0), url: try row.plain(1), events: Self.items(try row.plain(2)),
      environments: try Self.items(row.plain(3)).map {
        try AppStoreEnvironment(code: Int($0) ?? -1)
      },
      takesHistory: row.flag(4) ?? false, addedAt: row.moment(5) ?? .epoch,
      isActive: row.flag(6) ?? false,
      health: Health(
        failures: row.int(7), nextAt: row.moment(8), goneAt: row.moment(9),
        lastFailure: row.plain(optional: 10), deliveredAt: row.moment(11)),
      round: row.int64(12))
  }

  /// In the order of `columns`.
  package func values<Cell: DatabaseCell>(_: Cell.Type) -> [SQLValue] {
    [
      Cell.plain(name), Cell.plain(url), Cell.plain(Self.list(events)),
      Cell.plain(Self.list(environments.map { "\($0.code)" })), Cell.flag(takesHistory),
      Cell.moment(addedAt), Cell.flag(isActive), Cell.number(health.failures),
      Cell.moment(health.nextAt), Cell.moment(health.goneAt), Cell.plain(health.lastFailure),
      Cell.moment(health.deliveredAt), .integer(round),
    ]
  }

  /// A list in one cell, each item between commas: `,a,b,`.
  package static func list(_ items: [String]) -> String {
    "," + items.map { "\($0)," }.joined()
  }

  package static func items(_ list: String) -> [String] {
    list.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
  }
}

/// The events that wait or were given up at an endpoint.
package struct WebhookCounts: Hashable, Sendable {
  package var endpoint: String
  package var pending: Int
  package var dead: Int
  /// When the oldest one that waits came.
  package var oldest: Timestamp?

  package init(endpoint: String, pending: Int = 0, dead: Int = 0, oldest: Timestamp? = nil) {
    self.endpoint = endpoint
    self.pending = pending
    self.dead = dead
    self.oldest = oldest
  }
}
