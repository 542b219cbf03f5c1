/// Counts to add to the ledger once, however often the batch is sent.
package struct CountBatch: Hashable, Sendable {
  /// The process that counted: a UUID in lower case.
  package var run: String
  /// Grows with each batch of the process.
  package var number: Int64
  package var counts: [DailyCount.Key: Int]

  package init(run: String, number: Int64, counts: [DailyCount.Key: Int]) {
    self.run = run
    self.number = number
    self.counts = counts
  }
}
