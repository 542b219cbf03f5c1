/// Events of an endpoint, the oldest first, and where to read on.
package struct WebhookPage: Sendable {
  package let events: [WebhookDelivery]
  package let next: CommitCursor
}

extension Ledger {
  /// Reads on in the events of an endpoint, whatever became of them. A slow reader misses no event that
  /// is still kept.
  ///
  /// - Parameter cursor: `next` of the page before; `nil` for the end, with no events. If a transaction
  ///   runs then, the next page may have events of the last minute.
  package func webhooks(
    of endpoint: String, after cursor: CommitCursor?, limit: Int
  ) async throws(LedgerFailure) -> WebhookPage {
    try await read(.request) { tables in
      let end = try tables.webhookOutboxEnd()
      guard let cursor else { return WebhookPage(events: [], next: CommitCursor(at: end)) }
      let settled = cursor.settled(end)
      let events = try tables.webhooks(
        of: endpoint, after: cursor.number, through: settled, limit: limit)
      let isFull = events.count == limit
      let number = isFull ? events.last?.number ?? settled : settled
      return WebhookPage(
        events: events, next: cursor.moved(to: number, isFull: isFull, end))
    }
  }
}
