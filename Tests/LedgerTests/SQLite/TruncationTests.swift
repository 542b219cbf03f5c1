import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@testable import LedgerSQLite

@Suite struct TruncationTests {
  @Test(
    "No writer waits for a report while a person is erased, and the log is truncated after it",
    .inFolder, .timeLimit(.minutes(10)))
  func longReport() async throws {
    var options = SQLiteLedger.Options()
    // A writer that waited for the reader would wait longer than the test may take.
    options.busyTimeout = 3600
    let ledger = try openFile(options)
    try await ledger.append(Sample.notification("n1", Sample.purchase("1", bought: 1)), at: 1)
    let (held, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await ledger.readTables { tables in
          _ = try tables.first("SELECT count(*) FROM facts") { $0.int(0) }
          held.signal()
          release.wait()
        }
      }
      await Task.detached { held.wait() }.value
      group.addTask {
        try await ledger.forget(.appTransactionId("7040"), at: 2)
      }
      for number in 0..<20 {
        try await ledger.link("user-\(number)", to: .appTransactionId("c\(number)"), at: 2)
      }
      release.signal()
      try await group.waitForAll()
    }
    let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    #expect(size == 0)
  }
}
