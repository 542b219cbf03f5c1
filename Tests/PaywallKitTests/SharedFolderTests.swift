import Foundation
import PaywallCatalog
import TestSupport
import Testing

@testable import PaywallKit

@Suite("A folder that an app shares with its extension", .timeLimit(.minutes(10)))
struct SharedFolderTests {
  private func with(_ use: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("group-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await use(folder)
  }

  /// Starts a process with ids of its own.
  private func start(_ name: String, in folder: URL, _ answer: String) -> Paywalls {
    Device(isPinned: false).start(transport: answering(answer, control: "no-store")) {
      $0.storage = FolderStorage(folder)
      let number = Box(0)
      $0.makeId = { "\(name)-\(number.next())" }
    }
  }

  @Test("two processes that start at once are one visitor")
  func oneVisitor() async throws {
    for _ in 0..<20 {
      try await with { folder in
        let app = start("app", in: folder, byDefault)
        let widget = start("widget", in: folder, byDefault)
        async let first = app.placement("onboarding")
        async let second = widget.placement("onboarding")
        _ = await (first, second)
        await until { await app.visitorIds?.anonymousId == widget.visitorIds?.anonymousId }
        let next = start("next", in: folder, byDefault)
        #expect(await next.visitorIds?.anonymousId == app.visitorIds?.anonymousId)
      }
    }
  }

  @Test("what each assigned and has to tell is kept beside what the other has")
  func together() async throws {
    try await with { folder in
      _ = await start("before", in: folder, byDefault).placement("onboarding")
      let app = start("app", in: folder, variant("a", of: "x"))
      let widget = start("widget", in: folder, variant("b", of: "y"))
      for client in [app, widget] {
        await client.reportExposure(of: await client.placement("onboarding"))
        await client.storage.start { _ in }.value
      }
      let state = try #require(StoredState(FolderStorage(folder)))
      let who = VisitorIdentity(anonymousId: try #require(state.visitor).anonymousId)
      let records = try #require(state.assignments).records(of: who)
      #expect(records.map(\.experiment).sorted() == ["x", "y"])
      #expect(state.queue.compactMap(\.exposure?.experiment).sorted() == ["x", "y"])

      // A log-out forgets what the other process has assigned as well.
      await app.reset()
      await app.storage.start { _ in }.value
      let after = try #require(StoredState(FolderStorage(folder))?.assignments)
      #expect(after.records(of: who).isEmpty)
    }
  }

  @Test("the files of an earlier version are taken over, once")
  func former() async throws {
    try await with { folder in
      let old = folder.appendingPathComponent("PaywallKit", isDirectory: true)
      let new = folder.appendingPathComponent("com.example.lumen/PaywallKit", isDirectory: true)
      try FolderStorage(old).write(Data("v".utf8), to: "visitor")
      #expect(try FolderStorage(new, formerly: old).read("visitor") == Data("v".utf8))
      #expect(try FolderStorage(old).read("visitor") == nil)
      try FolderStorage(old).write(Data("w".utf8), to: "visitor")
      #expect(try FolderStorage(new, formerly: old).read("visitor") == Data("v".utf8))
    }
  }

  @Test("the default folder is the app's own")
  func own() {
    let folder = Paywalls.Configuration.defaultDirectory
    let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    #expect(folder.path.hasSuffix("/\(name)/PaywallKit"))
  }
}
