import AppStore
import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Testing

@testable import LedgerSQLite

@Suite struct TroubleTests {
  func notification(_ number: Int) -> Verified<AppStore.Notification> {
    Sample.notification(Sample.uuid(number), Sample.fact("\(1000 + number)"))
  }

  /// Causes trouble, expects that no failed write is kept, ends the trouble, and goes on.
  func recovers(from trouble: String, by end: String) async throws {
    try await withFile { ledger in
      try await ledger.append(notification(0), at: 1)
      try await ledger.writer.runBetweenGroups { try $0.execute(sql: trouble) }
      var (kept, failed): ([Int], [Int]) = ([0], [])
      for number in 1...200 {
        do throws(LedgerFailure) {
          try await ledger.append(notification(number), at: 1)
          kept.append(number)
        } catch {
          guard case .unavailable = error else { throw error }
          failed.append(number)
        }
      }
      #expect(failed.count > 0)
      await #expect(throws: LedgerFailure.self) {
        for number in 201...400 {
          try await ledger.append(notification(number), at: 1)
        }
      }
      try await ledger.writer.runBetweenGroups { try $0.execute(sql: end) }
      for number in failed {
        #expect(try await ledger.histories(of: .originalTransactionId("\(1000 + number)")) == [])
        #expect(try await ledger.append(notification(number), at: 1) == .new)
      }
      for number in kept {
        #expect(try await ledger.append(notification(number), at: 1) == .already)
      }
      try await ledger.check()
    }
  }

  /// `git clean -fdx` removes a state folder that ignores itself.
  @Test(
    "A file that is removed or replaced while it is open keeps nothing more", .inFolder,
    arguments: ["ledger.sqlite", "ledger.sqlite-wal"])
  func lost(_ name: String) async throws {
    let ledger = try openFile()
    try await ledger.append(notification(0), at: 1)
    // A second name of the file is a backup, and no trouble.
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("backup"))
    try await ledger.append(notification(1), at: 1)
    let away = folder.path("away")
    try FileManager.default.moveItem(atPath: folder.path(name), toPath: away)
    await #expect(throws: LedgerFailure.unavailable(LedgerFailure.fileLost)) {
      try await ledger.append(notification(2), at: 1)
    }
    await #expect(throws: LedgerFailure.unavailable(LedgerFailure.fileLost)) {
      try await ledger.check()
    }
    #expect(FileManager.default.createFile(atPath: folder.path(name), contents: Data()))
    await #expect(throws: LedgerFailure.unavailable(LedgerFailure.fileLost)) {
      try await ledger.append(notification(2), at: 1)
    }
    try FileManager.default.removeItem(atPath: folder.path(name))
    try FileManager.default.moveItem(atPath: away, toPath: folder.path(name))
    #expect(try await ledger.append(notification(2), at: 1) == .new)
  }

  @Test("A full disk refuses, keeps nothing, and recovers")
  func full() async throws {
    try await recovers(from: "PRAGMA max_page_count = 1", by: "PRAGMA max_page_count = 1073741823")
  }

  @Test("A file that cannot be written refuses, keeps nothing, and recovers")
  func readOnly() async throws {
    try await recovers(from: "PRAGMA query_only = 1", by: "PRAGMA query_only = 0")
  }

  @Test("A file that another process locks refuses in time, and recovers", .inFolder)
  func locked() async throws {
    var options = SQLiteLedger.Options()
    options.busyTimeout = 0.05
    let ledger = try openFile(options)
    var holding = Configuration()
    holding.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: holding)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: LedgerFailure.self) { try await ledger.check() }
    await #expect(throws: LedgerFailure.self) {
      try await ledger.append(notification(1), at: 1)
    }
    #expect(try await ledger.entries(after: 0, limit: 1) == [])
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await ledger.append(notification(1), at: 1) == .new)
    try other.close()
  }

  @Test("Of calls that share a commit one that fails is undone, and the others are kept", .inFolder)
  func neighbours() async throws {
    let ledger = try openFile()
    let refused = try Evidence(
      transactions: [Sample.transaction("5000")],
      renewals: [Sample.renewal(Sample.renewalFact("9999"))])
    let areKept = try await atOnce(100) { number in
      if number.isMultiple(of: 3) { return (try? await ledger.append(refused, at: 1)) != nil }
      return (try? await ledger.append(notification(number), at: 1)) == .new
    }
    #expect(areKept.count(where: \.self) == 66)
    #expect(try await ledger.entries(after: 0, limit: 200).count == 66)
    #expect(try await ledger.histories(of: .originalTransactionId("5000")) == [])
  }

  @Test("Who would wait behind too many is refused at once", .inFolder)
  func queue() async throws {
    var options = SQLiteLedger.Options()
    options.queueLimit = 10
    let ledger = try openFile(options)
    let (held, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    ledger.pool.asyncWriteWithoutTransaction { _ in
      held.signal()
      release.wait()
    }
    held.wait()
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<30 {
        group.addTask {
          (try? await ledger.append(notification(number), at: 1)) != nil
        }
      }
      var refused = 0
      for await isKept in group {
        if !isKept { refused += 1 }
        if refused == 20 { release.signal() }
      }
      return refused
    }
    #expect(outcomes == 20)
    #expect(try await ledger.entries(after: 0, limit: 100).count == 10)
  }
}
