import Foundation
import Testing

@testable import PaywallKit

@Suite("A real folder")
struct FolderStorageTests {
  /// Runs with a folder that does not exist yet.
  private func with(_ use: (URL, FolderStorage) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kit-\(UUID().uuidString)/deep", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try await use(folder, FolderStorage(folder))
  }

  @Test("what is written is read back, listed and removed; nothing is there before")
  func roundTrip() async throws {
    try await with { _, storage in
      #expect(try storage.read("out-1") == nil)
      #expect(try storage.names(from: "out-").isEmpty)
      try storage.remove("out-1")
      try storage.write(Data("b".utf8), to: "out-2")
      try storage.write(Data("a".utf8), to: "out-1")
      try storage.write(Data("v".utf8), to: "visitor")
      #expect(try storage.names(from: "out-") == ["out-1", "out-2"])
      #expect(try storage.read("out-2") == Data("b".utf8))
      try storage.remove("out-2")
      #expect(try storage.names(from: "") == ["out-1", "visitor"])
    }
  }

  @Test("a file is put in place whole: whoever has the old one open reads the old one")
  func atomic() async throws {
    try await with { folder, storage in
      try storage.write(Data("old content".utf8), to: "visitor")
      let reader = try FileHandle(forReadingFrom: folder.appendingPathComponent("visitor"))
      defer { try? reader.close() }
      try storage.write(Data("new".utf8), to: "visitor")
      #expect(try reader.readToEnd() == Data("old content".utf8))
      #expect(try storage.read("visitor") == Data("new".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["visitor"])
    }
  }

  @Test("where a file stands in the folder's place, the client answers and says what is wrong")
  func noFolder() async throws {
    try await with { folder, storage in
      try FileManager.default.createDirectory(
        at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: folder)
      #expect(throws: (any Error).self) { try storage.write(Data(), to: "visitor") }
      let device = Device(isPinned: false)
      let client = device.start(transport: answering(byDefault)) {
        $0.storage = storage
      }
      #expect(await client.placement("onboarding").source == .network)
      await client.storage.start { _ in }.value
      #expect(device.events.value.contains { if case .storageFailed = $0 { true } else { false } })
    }
  }

  @Test("a visitor that cannot be read is not written over")
  func unreadable() async throws {
    try await with { folder, storage in
      // A folder is where the file should be: not even root can read it.
      let visitor = folder.appendingPathComponent("visitor", isDirectory: true)
      try FileManager.default.createDirectory(at: visitor, withIntermediateDirectories: true)
      let client = Device(isPinned: false).start(transport: answering(byDefault)) {
        $0.storage = storage
      }
      #expect(await client.placement("onboarding").source == .network)
      #expect(await client.isTemporary)
      await client.storage.start { _ in }.value
      #expect(try storage.names(from: "visitor") == ["visitor"])
      let kind = try FileManager.default.attributesOfItem(atPath: visitor.path)[.type]
      #expect(kind as? FileAttributeType == .typeDirectory)
    }
  }

  @Test("a client finds in its folder what the one before left there")
  func restart() async throws {
    try await with { _, storage in
      let device = Device(isPinned: false)
      let first = device.start(transport: answering(variant("a"))) {
        $0.storage = storage
      }
      await first.reportExposure(of: await first.placement("onboarding"))
      await first.untilAnswered()
      let second = device.start(transport: dead) {
        $0.storage = storage
      }
      #expect(await second.visitorIds?.anonymousId == first.visitorIds?.anonymousId)
      #expect(await second.waiting == 1)
      #expect(await second.placement("onboarding").experiment?.variant == "a")
    }
  }
}
