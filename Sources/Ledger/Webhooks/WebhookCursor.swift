/// A place in the events of an endpoint, from which they are read on, the oldest first.
///
/// Where several processes write, a lower number may be committed after a higher one. So a number is
/// passed only once all transactions have ended that ran when it was seen.
package struct WebhookCursor: Hashable, Sendable {
  /// All events up to this number were read.
  let number: Int64
  /// Events up to its number can be read once all transactions before `transaction` have ended.
  let pending: Pending?

  struct Pending: Hashable, Sendable {
    let number: Int64
    let transaction: Int64
  }

  init(_ number: Int64, pending: Pending? = nil) {
    self.number = number
    self.pending = pending
  }

  /// `nil` for a text that is no cursor.
  package init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    switch numbers.count {
    case 1: self.init(numbers[0])
    case 3: self.init(numbers[0], pending: Pending(number: numbers[1], transaction: numbers[2]))
    default: return nil
    }
  }

  /// `12`, or `12.15.7340`.
  package var text: String {
    ([number] + (pending.map { [$0.number, $0.transaction] } ?? [])).map { "\($0)" }
      .joined(separator: ".")
  }

  /// The number up to which nothing is missing any more.
  func settled(_ end: WebhookOutboxEnd) -> Int64 {
    if end.oldestRunning == end.nextTransaction { return max(number, end.newest) }
    guard let pending, pending.transaction <= end.oldestRunning else { return number }
    return max(number, pending.number)
  }

  /// - Parameters:
  ///   - number: up to which events have now been read.
  ///   - isFull: there may be more that can be read.
  func moved(to number: Int64, isFull: Bool, _ end: WebhookOutboxEnd) -> WebhookCursor {
    let isWaiting = pending.map { $0.number > number } ?? false
    if isFull || isWaiting { return WebhookCursor(number, pending: pending) }
    guard end.newest > number else { return WebhookCursor(number) }
    return WebhookCursor(
      number, pending: Pending(number: end.newest, transaction: end.nextTransaction))
  }
}

/// The end of the outbox at one moment. In a database with one writer the transactions are equal.
package struct WebhookOutboxEnd: Sendable {
  /// The greatest number of an event.
  let newest: Int64
  /// The oldest transaction that runs, and the one that begins next.
  let oldestRunning, nextTransaction: Int64

  package init(newest: Int64, oldestRunning: Int64, nextTransaction: Int64) {
    self.newest = newest
    self.oldestRunning = oldestRunning
    self.nextTransaction = nextTransaction
  }
}

/// Events of an endpoint, the oldest first, and where to read on.
package struct WebhookPage: Sendable {
  package let events: [WebhookDelivery]
  package let next: WebhookCursor
}

extension Ledger {
  /// Reads on in the events of an endpoint, whatever became of them. A slow reader misses no event that
  /// is still kept.
  ///
  /// - Parameter cursor: `next` of the page before; `nil` for the end, with no events.
  package func webhooks(
    of endpoint: String, after cursor: WebhookCursor?, limit: Int
  ) async throws(LedgerFailure) -> WebhookPage {
    try await read(.request) { tables in
      let end = try tables.webhookOutboxEnd()
      guard let cursor else { return WebhookPage(events: [], next: WebhookCursor(end.newest)) }
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
