package import PaywallCatalog

/// An event for one endpoint.
package struct WebhookDelivery: Hashable, Sendable {
  /// Grows with each customer's changes.
  package let number: Int64
  package let endpoint: String
  package let id: String
  package let type: String
  package let at: Timestamp
  package let receivedAt: Timestamp
  /// The member `data` of the body.
  package let data: String
  /// True if it was old when it arrived, or came from an import or a backfill.
  package let isHistorical: Bool
  package let state: State
  package let attempts: Int
  package let nextAt: Timestamp
  /// When it failed first; `nil` if it never did.
  package let failedSince: Timestamp?
  package let lastFailure: String?
  package let deliveredAt: Timestamp?
  /// An earlier event of the same customer was given up. Known only of an event that is due.
  package let isAfterGap: Bool

  /// The values are in the tables; never change them.
  package enum State: Int, CaseIterable, Sendable {
    case pending = 0
    case delivered = 1
    /// Given up; a retry by hand begins again.
    case dead = 2
  }
}

extension WebhookDelivery {
  package static let columns = """
    e.number, e.endpoint, e.id, e.type, e.at, e.received_at, e.data, e.is_historical, e.state,
    e.attempts, e.next_at, e.failed_since, e.last_failure, e.delivered_at
    """

  /// - Parameter hasGap: the column after these says whether it comes after a gap.
  package init(_ row: some LedgerRow, hasGap: Bool = false) throws {
    guard let state = State(rawValue: row.int(8)) else {
      throw UnreadableRow("the state \(row.int(8)) of an event")
    }
    self.init(
      number: row.int64(0), endpoint: try row.plain(1), id: try row.plain(2),
      type: try row.plain(3), at: row.moment(4) ?? .epoch, receivedAt: row.moment(5) ?? .epoch,
      data: try row.plain(6), isHistorical: row.flag(7) ?? false, state: state,
      attempts: row.int(9), nextAt: row.moment(10) ?? .epoch, failedSince: row.moment(11),
      lastFailure: row.plain(optional: 12), deliveredAt: row.moment(13),
      isAfterGap: hasGap && row.flag(14) == true)
  }
}

/// Events that one process may send now.
package struct WebhookRound: Sendable {
  /// Outcomes count only until a round with a greater number has begun.
  package let number: Int64
  package let health: WebhookReceiver.Health
  package let due: [WebhookDelivery]
}

/// The outcome of an attempt.
package struct WebhookOutcome: Hashable, Sendable {
  package let number: Int64
  package let result: Result

  package enum Result: Hashable, Sendable {
    case delivered
    case failed(String, nextAt: Timestamp)
    case givenUp(String)
  }

  package init(_ number: Int64, _ result: Result) {
    self.number = number
    self.result = result
  }
}
