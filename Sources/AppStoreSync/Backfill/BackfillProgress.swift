import PaywallCatalog

/// The progress of a list, over all processes that worked on it.
package struct BackfillProgress: Codable, Hashable, Sendable {
  /// Milliseconds since 1970.
  package var startedAt: Int64
  package var total: Int
  /// The number of ids, from the beginning of the list, that are done.
  package var done = 0
  /// Transactions that were not known.
  package var transactions = 0
  /// Customers whose history is complete.
  package var complete = 0
  /// Ids of a customer who was read already.
  package var repeated = 0
  package var erased = 0
  package var failed = 0
  package var calls = 0
  /// Texts that cannot be trusted; `nil` in progress of a former version.
  package var refused: Int?

  init(startedAt: Timestamp, total: Int) {
    self.startedAt = startedAt.milliseconds
    self.total = total
  }

  init?(_ text: String?) {
    guard let progress: Self = JSONProgress.read(text) else { return nil }
    self = progress
  }

  var text: String { JSONProgress.text(self) }

  package var isDone: Bool { done >= total }

  mutating func add(_ reading: HistoryReading) {
    transactions += reading.new
    erased += reading.erased
    calls += reading.calls
    if reading.isComplete { complete += 1 }
    if reading.failure != nil { failed += 1 }
    if !reading.refused.isEmpty { refused = (refused ?? 0) + reading.refused.total }
  }
}
