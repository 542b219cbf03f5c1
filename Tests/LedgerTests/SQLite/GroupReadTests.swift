import AppStore
import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Synchronization
import Testing

@testable import LedgerSQLite

@Suite(.timeLimit(.minutes(10))) struct GroupReadTests {
  struct Refused: Error {}

  final class Answered: Sendable {
    let count = Atomic(0)
  }

  @Test("Who asks while a read takes long is read for on another connection", .inFolder)
  func longRead() async throws {
    let ledger = try openFile()
    let (held, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await ledger.reader.read { _ in
          held.signal()
          release.wait()
        }
      }
      await Task.detached { held.wait() }.value
      let answered = Answered()
      // The first may come before the long read counts as one; it is answered with the next.
      while answered.count.load(ordering: .relaxed) == 0 {
        group.addTask {
          _ = try await ledger.histories(of: .user("ada"))
          answered.count.add(1, ordering: .relaxed)
        }
        await Task.yield()
      }
      release.signal()
      try await group.waitForAll()
    }
  }

  @Test("Of calls that are read together one that fails leaves the others", .inFolder)
  func neighbours() async throws {
    var options = SQLiteLedger.Options()
    options.readers = 1
    let ledger = try openFile(options)
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let read = await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask { () -> Int? in
          try? await ledger.reader.read { tables in
            if number.isMultiple(of: 3) { throw Refused() }
            if number.isMultiple(of: 5) { try tables.run("SELECT * FROM nothing") }
            return try tables.histories(of: .originalTransactionId("100"), in: .production).count
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // 34 are multiples of 3, and 13 more of 5.
    #expect(read.count { $0 == 1 } == 53 && read.count { $0 == nil } == 47)
  }

  @Test("Who was queued when the ledger was closed is answered, and nobody later", .inFolder)
  func closing() async throws {
    let ledger = try openFile()
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let outcomes = await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask { () -> Int? in
          if number == 100 { await ledger.close() }
          let histories = try? await ledger.histories(of: .originalTransactionId("100"))
          return histories?.count
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count == 200 && outcomes.allSatisfy { $0 == 1 || $0 == nil })
    await #expect(throws: LedgerFailure.closed) {
      try await ledger.histories(of: .user("ada"))
    }
  }
}
