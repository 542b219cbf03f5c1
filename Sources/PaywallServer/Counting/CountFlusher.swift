import Foundation
package import Ledger
package import PaywallCatalog

/// Writes counts into the ledger. A batch whose commit is not confirmed is sent again as it is, with
/// its number, by which the ledger knows it; so no count is added twice. A process that is killed
/// loses the counts since its last flush.
package actor CountFlusher {
  private let counts: DecisionCounts
  private let ledger: any Ledger
  private let failures: LedgerFailureLog
  private let now: @Sendable () -> Timestamp
  private let run = UUID().uuidString.lowercased()
  private var waiting = DailyCounts()
  /// Sent, and not confirmed.
  private var batch: CountBatch?
  private var lastNumber: Int64 = 0
  /// When the uses of keys were taken last.
  private var usesSince: Timestamp?
  /// Milliseconds. A use changes almost every second, and is read by people: one write a minute.
  private static let usesInterval: Int64 = 60_000

  package init(
    _ counts: DecisionCounts, _ ledger: any Ledger, _ failures: LedgerFailureLog,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.counts = counts
    self.ledger = ledger
    self.failures = failures
    self.now = now
  }

  /// - Returns: whether everything that was counted before is durable.
  @discardableResult
  package func flush() async -> Bool {
    counts.drain(into: &waiting)
    takeUses(all: false)
    if batch == nil, !waiting.isEmpty {
      lastNumber += 1
      batch = CountBatch(run: run, number: lastNumber, counts: waiting.counts)
      waiting = DailyCounts()
    }
    guard let sent = batch else { return true }
    do throws(LedgerFailure) {
      _ = try await ledger.add(sent, at: now())
    } catch {
      failures.note(error)
      return false
    }
    // Another flush may have confirmed it, and sent the next.
    if batch?.number == sent.number { batch = nil }
    return batch == nil && waiting.isEmpty
  }

  private func takeUses(all: Bool) {
    let now = now()
    let isDue =
      usesSince.map { abs(now.milliseconds - $0.milliseconds) >= Self.usesInterval } ?? true
    guard all || isDue else { return }
    counts.keys.drain(into: &waiting, at: now)
    usesSince = now
  }

  /// For the end of the process: also what came while an earlier batch was not confirmed.
  package func drain() async {
    takeUses(all: true)
    if await !flush(), batch == nil { await flush() }
  }
}
