/// A place in the rows of a table whose numbers grow, from which they are read on, the oldest first.
///
/// Where several processes write, a lower number may be committed after a higher one. So a number is
/// passed only once all transactions have ended that ran when it was seen.
package struct CommitCursor: Hashable, Sendable {
  /// All rows up to this number were read.
  let number: Int64
  /// Rows up to its number can be read once all transactions before `transaction` have ended.
  let pending: Pending?

  struct Pending: Hashable, Sendable {
    let number: Int64
    let transaction: Int64
  }

  init(_ number: Int64, pending: Pending? = nil) {
    self.number = number
    self.pending = pending
  }

  /// A place at the end, before rows that are not committed yet.
  init(at end: CommitEnd) {
    self.init(
      end.settled,
      pending: end.isQuiet
        ? nil : Pending(number: end.newest, transaction: end.nextTransaction))
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
  func settled(_ end: CommitEnd) -> Int64 {
    if end.isQuiet { return max(number, end.newest) }
    guard let pending, pending.transaction <= end.oldestRunning else { return number }
    return max(number, pending.number)
  }

  /// - Parameters:
  ///   - number: up to which rows have now been read.
  ///   - isFull: there may be more that can be read.
  func moved(to number: Int64, isFull: Bool, _ end: CommitEnd) -> CommitCursor {
    let isWaiting = pending.map { $0.number > number } ?? false
    if isFull || isWaiting { return CommitCursor(number, pending: pending) }
    guard end.newest > number else { return CommitCursor(number) }
    return CommitCursor(
      number, pending: Pending(number: end.newest, transaction: end.nextTransaction))
  }
}

/// The end of such a table at one moment. In a database with one writer the transactions are equal.
package struct CommitEnd: Sendable {
  /// The greatest number.
  let newest: Int64
  /// A number up to which nothing is missing: that of a row which came a minute before the newest.
  let settled: Int64
  /// The oldest transaction that runs, and the one that begins next.
  let oldestRunning, nextTransaction: Int64

  /// - Parameter settled: needed only if a transaction runs.
  package init(
    newest: Int64, oldestRunning: Int64, nextTransaction: Int64, settled: Int64 = 0
  ) {
    self.newest = newest
    self.oldestRunning = oldestRunning
    self.nextTransaction = nextTransaction
    self.settled = oldestRunning == nextTransaction ? newest : settled
  }

  /// Whether no transaction runs.
  var isQuiet: Bool { oldestRunning == nextTransaction }
}
