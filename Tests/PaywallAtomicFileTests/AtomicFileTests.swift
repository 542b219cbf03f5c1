import Foundation
import Testing

@testable import PaywallAtomicFile

@Suite("A file written whole or not at all")
struct AtomicFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("takes the place of another, or a free one")
  func replace() throws {
    let path = folder.path("x")
    #expect(try AtomicFile.replace(path, with: Array("old".utf8)).isDurable)
    #expect(try folder.text("x") == "old")
    #expect(try folder.mode("x") == 0o600)
    try AtomicFile.replace(path, with: [])
    #expect(try folder.text("x") == "")
    let large = [UInt8](repeating: 0x61, count: 3 << 20)
    try AtomicFile.replace(path, with: large)
    #expect(try folder.text("x").utf8.count == large.count)
    #expect(try folder.names == ["x"])
  }

  @Test("keeps mode and owner of the one before it, where that is asked for")
  func kept() throws {
    let path = folder.path("x")
    for mode in [0o600, 0o640, 0o664, 0o755] as [mode_t] {
      try AtomicFile.replace(path, with: [0x61])
      #expect(unsafe chmod(path, mode) == 0)
      let isRoot = unsafe chown(path, 12345, 23456) == 0
      #expect(try AtomicFile.replace(path, with: [0x62], access: .kept).keepsOwner)
      #expect(try folder.mode("x") == mode)
      if isRoot { #expect(try folder.owner("x") == [12345, 23456]) }
      #expect(try folder.text("x") == "b")
      try FileManager.default.removeItem(atPath: path)
    }
    try AtomicFile.replace(folder.path("usual"), with: [], access: .usual)
    try AtomicFile.replace(folder.path("new"), with: [], access: .kept)
    #expect(try folder.mode("new") == folder.mode("usual"))
  }

  @Test("is created once, and what is there stays")
  func create() throws {
    let path = folder.path("x")
    try AtomicFile.create(path, with: [0x61])
    let error = #expect(throws: AtomicFileError.self) {
      try AtomicFile.create(path, with: [0x62])
    }
    #expect(error?.isThere == true)
    #expect(try folder.text("x") == "a")
    #expect(try folder.mode("x") == 0o600)
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nothing")
    #expect(throws: AtomicFileError.self) { try AtomicFile.create(link, with: [0x62]) }
    #expect(try folder.names == ["link", "x"])
  }

  /// The files that a process leaves if it ends at this moment.
  @Test("has the old bytes until the new ones are on disk, and then the new ones")
  func moments() throws {
    let (old, new) = (Array("old".utf8), [UInt8](repeating: 0x62, count: 1 << 20))
    try AtomicFile.replace(folder.path("x"), with: old)
    for isNew in [false, true] {
      let draft = try folder.draft(new)
      #expect(try folder.text("x") == "old")
      let beside = try folder.names.filter { $0 != "x" && $0 != "y" }
      #expect(beside.count == 1 && beside[0].hasPrefix(".") && beside[0].hasSuffix(".tmp"))
      #expect(try folder.text(beside[0]).utf8.count == new.count)
      _ = try isNew ? draft.replace("x") : draft.create("y")
      #expect(try folder.text(isNew ? "x" : "y").utf8.count == new.count)
    }
    #expect(try folder.names == ["x", "y"])
  }

  @Test(
    "that cannot be written leaves the old one and nothing else",
    arguments: [AtomicFileError.Step.make, .write, .flush, .place],
    [ENOSPC, EIO, EROFS])
  func failing(step: AtomicFileError.Step, number: Int32) throws {
    try AtomicFile.replace(folder.path("x"), with: Array("old".utf8))
    for isNew in [false, true] {
      let error = #expect(throws: AtomicFileError.self) {
        let draft = try folder.draft(Array("new".utf8)) { $0 == step ? number : nil }
        _ = try isNew ? draft.create("y") : draft.replace("x")
      }
      #expect(error == AtomicFileError(step, "x", number))
      #expect(error?.description.hasPrefix("cannot \(step.rawValue) x: ") == true)
      #expect(try folder.text("x") == "old")
      #expect(try folder.names == ["x"])
    }
  }

  @Test("says when the names of its folder may not be on disk")
  func notDurable() throws {
    let draft = try folder.draft([0x61]) { $0 == .flushFolder ? EINVAL : nil }
    let written = try draft.replace("x")
    #expect(!written.isDurable && written.keepsOwner)
    #expect(try folder.text("x") == "a")
  }

  @Test("needs a folder that is there")
  func noFolder() throws {
    let error = #expect(throws: AtomicFileError.self) {
      try AtomicFile.replace(folder.path("none/x"), with: [])
    }
    #expect(error?.step == .openFolder && error?.number == ENOENT)
    #expect(error?.path == folder.path("none"))
    #expect(error?.description == "cannot open \(folder.path("none")): No such file or directory")
    let onFile = folder.path("f")
    try AtomicFile.replace(onFile, with: [])
    #expect(throws: AtomicFileError.self) { try AtomicFile.replace("\(onFile)/x", with: []) }
    #expect(throws: AtomicFileError.self) { try AtomicFile.replace(folder.path, with: []) }
    #expect(try folder.names == ["f"])
  }

  @Test("does not follow its folder when that is moved and another is in its place")
  func movedFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("a"), withIntermediateDirectories: true)
    let inner = Folder(folder.path("a"))
    let draft = try inner.draft([0x61])
    try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("b"))
    try FileManager.default.createDirectory(
      atPath: folder.path("a"), withIntermediateDirectories: true)
    _ = try draft.replace("x")
    #expect(try folder.text("b/x") == "a")
    #expect(try inner.names == [])
  }

  @Test("may be written by many at once, of whom each writes the whole")
  func many() async throws {
    let folder = try Folder()
    let path = folder.path("x")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for byte in UInt8(0x61)...0x70 {
        group.addTask {
          try AtomicFile.replace(path, with: [UInt8](repeating: byte, count: 100_000))
        }
      }
      try await group.waitForAll()
    }
    let text = try folder.text("x")
    #expect(text.utf8.count == 100_000 && Set(text.utf8).count == 1)
    #expect(try folder.names == ["x"])
  }

  @Test("may be part of a folder that gets its name as a whole")
  func renamedFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("draft"), withIntermediateDirectories: true)
    try AtomicFile.replace(folder.path("draft/x"), with: [0x61])
    try AtomicFile.rename(folder: folder.path("draft"), to: folder.path("whole"))
    #expect(try folder.text("whole/x") == "a")
    #expect(try folder.names == ["whole"])
    let error = #expect(throws: AtomicFileError.self) {
      try AtomicFile.rename(folder: folder.path("draft"), to: folder.path("other"))
    }
    #expect(error?.number == ENOENT)
  }
}
