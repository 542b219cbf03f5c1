import Foundation
import GRDB
import Ledger
import LedgerStorage
import Testing

@testable import LedgerSQLite

/// Another name of an open file leads SQLite to a log of its own, and two logs to a damaged file.
@Suite("A ledger's file under another name") struct FileLockTests {
  private static let writing: SQLiteLedger.Options = {
    var options = SQLiteLedger.Options()
    options.isWriting = true
    return options
  }()

  private func append(_ number: Int, to ledger: SQLiteLedger) async throws -> Appended {
    try await ledger.append(
      Sample.notification(Sample.uuid(number), Sample.fact("\(1000 + number)")), at: 1)
  }

  @Test(
    "A server has a file to itself: servers and commands under another name touch nothing",
    .inFolder)
  func served() async throws {
    let (path, link) = (folder.path("ledger.sqlite"), folder.path("link.sqlite"))
    let server = try openFile(Self.writing)
    #expect(try await append(0, to: server) == .new)
    // From here on the file is whole without its log, and its log can be emptied.
    try await server.writer.runBetweenGroups {
      try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try FileManager.default.linkItem(atPath: path, toPath: link)
    #expect(throws: LedgerOpenError.served(name: link)) {
      try SQLiteLedger.open(path: link, options: Self.writing)
    }
    #expect(throws: LedgerOpenError.served(name: link)) { try SQLiteLedger.open(path: link) }
    #expect(throws: LedgerOpenError.served(name: link)) { try [KeyUse](path: link) }
    #expect(throws: LedgerOpenError.served(name: link)) { try SQLiteLedger.isInUse(link) }
    #expect(!FileManager.default.fileExists(atPath: link + "-wal"))

    #expect(try await append(1, to: server) == .new)
    await server.close()
    let successor = try SQLiteLedger.open(path: link, options: Self.writing)
    #expect(try await append(0, to: successor) == .already)
    #expect(try await append(1, to: successor) == .already)
    #expect(try await successor.isSound())
    await successor.close()
  }

  @Test("Without a server a file has as many names as it likes", .inFolder)
  func names() async throws {
    let (path, link) = (folder.path("ledger.sqlite"), folder.path("link.sqlite"))
    let first = try openFile()
    _ = try await append(0, to: first)
    await first.close()
    try FileManager.default.linkItem(atPath: path, toPath: link)
    #expect(FileNumber(at: path)?.names == 2)
    #expect(FileNumber(at: path) == FileNumber(at: link))
    let second = try SQLiteLedger.open(path: link)
    #expect(try await append(0, to: second) == .already)
    await second.close()
  }
}
