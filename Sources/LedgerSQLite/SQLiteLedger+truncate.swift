import GRDB
import Ledger

extension SQLiteLedger {
  /// Between two attempts to truncate the log.
  private static let pause = Duration.milliseconds(50)
  /// The number of attempts that the caller waits for.
  private static let attempts = 100

  /// Truncates the write-ahead log, in which erased data may remain. A reader of an older state, such
  /// as a report, keeps that from happening: no writer waits for it, and what is not done when the
  /// caller has waited for 5 seconds is done after the reader.
  func truncateLog() async throws(LedgerFailure) {
    for _ in 0..<Self.attempts {
      if try await truncatesLog() { return }
      // Waits until the reader is done, which SQLite does not report.
      guard (try? await Task.sleep(for: Self.pause)) != nil else { break }
    }
    Task {
      // SQLite does not tell when a reader is done. A ledger that is closed truncates it as well.
      while (try? await truncatesLog()) == false { try? await Task.sleep(for: Self.pause) }
    }
  }

  /// - Returns: whether nothing of it is left.
  private func truncatesLog() async throws(LedgerFailure) -> Bool {
    try await writer.runBetweenGroups { database in
      let timeout = try Int.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0
      try database.execute(sql: "PRAGMA busy_timeout = 0")
      defer { try? database.execute(sql: "PRAGMA busy_timeout = \(timeout)") }
      do {
        _ = try database.checkpoint(.truncate)
        return true
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        return false
      }
    }
  }
}
