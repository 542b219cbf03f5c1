import Foundation
import LedgerSQLite
import LedgerStorage
import PaywallServer
import TestSupport
import Testing

/// Each server knows which units have records, and does not see what another one writes.
@Suite("One server for each state folder and each ledger")
struct ServerLockTests {
  private let app: AppFolder

  init() throws { app = try AppFolder(showing: "standard") }

  @Test("a second one is refused, and told which is the first")
  func second() async throws {
    let first = try await app.server()
    let error = await #expect(throws: StartError.self) { try await app.server() }
    guard case .inUse(let what, let holder)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(what == "the state folder \(app.statePath)")
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(holder == "process \(process) on 127.0.0.1:0, since 2026-12-05T12:00:00Z")
    #expect(error?.description.contains("\nhelp: stop that one first") == true)
    #expect(try await first.shown() == "standard")
    withExtendedLifetime(first) {}
  }

  @Test(
    "two with state folders of their own may not share a ledger, whatever its path says",
    arguments: ["symbolic", "hard"])
  func ledger(kind: String) async throws {
    let file = app.folder.path + "/facts/ledger.sqlite"
    let link = app.folder.path + "/link.sqlite"
    let first = try await app.server { $0.ledger = file }
    if kind == "hard" {
      try FileManager.default.linkItem(atPath: file, toPath: link)
    } else {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    }
    let error = await #expect(throws: StartError.self) {
      try await app.server {
        $0.stateDirectory = app.folder.path + "/other"
        $0.ledger = link
      }
    }
    guard case .inUse("the ledger \(link)", _)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(try await first.shown() == "standard")
    // A command that names it as the server does reads beside it.
    await (try SQLiteLedger.open(path: file)).close()
    if kind == "hard" {
      #expect(throws: LedgerOpenError.served(name: link)) { try SQLiteLedger.open(path: link) }
    }
    withExtendedLifetime(first) {}
  }

  @Test("a file with two names is told at the start")
  func names() async throws {
    await (try await app.server()).end()
    #expect(!app.lines.all.contains { $0.contains("more than one name") })
    try FileManager.default.linkItem(
      atPath: app.statePath + "/paywall.sqlite", toPath: app.folder.path + "/backup.sqlite")
    await (try await app.server()).end()
    #expect(app.lines.all.count { $0.contains("more than one name") } == 1)
  }

  @Test("a lock that cannot be opened is no reason to go on without", arguments: [true, false])
  func unreadable(isLink: Bool) async throws {
    let file = app.statePath + "/server.lock"
    // In place of a file of another user, which root could open.
    try FileManager.default.createDirectory(
      atPath: isLink ? app.statePath : file, withIntermediateDirectories: true)
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/null")
    }
    let error = await #expect(throws: StartError.self) { try await app.server() }
    guard case .lock(file, "the state folder \(app.statePath)", let reason)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(reason == (isLink ? "Too many levels of symbolic links" : "Is a directory"))
    #expect(error?.description.contains("then remove the file") == true)
  }

  @Test("one that ended in order gives way at once")
  func successor() async throws {
    let first = try await app.server()
    await first.end()
    let second = try await app.server()
    #expect(try await second.shown() == "standard")
    withExtendedLifetime((first, second)) {}
  }
}
